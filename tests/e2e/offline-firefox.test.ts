import { firefox } from "../support/engines/engines.ts";
import { tellOffline } from "./stories/tell.ts";

tellOffline(firefox);
