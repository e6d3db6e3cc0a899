import { firefox } from "../support/engines/engines.ts";
import { runOtherOrigin } from "./stories/run-stories.ts";

runOtherOrigin(firefox);
