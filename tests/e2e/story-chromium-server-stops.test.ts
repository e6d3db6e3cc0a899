import { chromium } from "../support/engines/engines.ts";
import { serverStops } from "./stories/main-story.ts";
import { runStory } from "./stories/run-stories.ts";

runStory(chromium, "the server is stopped", serverStops);
