import { chromium } from "../support/engines/engines.ts";
import { runLists } from "./stories/run-stories.ts";

runLists(chromium);
