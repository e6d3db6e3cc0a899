import { chromium } from "../support/engines/engines.ts";
import { serverStops } from "./stories/main-story.ts";
import { tellStory } from "./stories/tell.ts";

tellStory(chromium, "the server is stopped", serverStops);
