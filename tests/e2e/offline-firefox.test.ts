import { firefox } from "../support/engines/engines.ts";
import { runOffline } from "./stories/run-stories.ts";

runOffline(firefox);
