import { webkit } from "../support/engines/engines.ts";
import { runOffline } from "./stories/run-stories.ts";

runOffline(webkit);
