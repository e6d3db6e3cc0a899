import { webkit } from "../support/engines/engines.ts";
import { tellOffline } from "./stories/tell.ts";

tellOffline(webkit);
