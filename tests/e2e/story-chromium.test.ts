import { chromium } from "../support/engines/engines.ts";
import { deviceIsOffline } from "./stories/main-story.ts";
import { runStory } from "./stories/run-stories.ts";

runStory(chromium, "the device is offline", deviceIsOffline);
