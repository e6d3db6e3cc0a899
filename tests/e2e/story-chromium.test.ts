import { chromium } from "../support/engines/engines.ts";
import { deviceIsOffline } from "./stories/main-story.ts";
import { tellStory } from "./stories/tell.ts";

tellStory(chromium, "the device is offline", deviceIsOffline);
