import { chromium } from "../support/engines/engines.ts";
import { deviceIsOffline, serverStops } from "./stories/main-story.ts";
import { tellStories } from "./stories/tell.ts";

tellStories(chromium, {
  "the server is stopped": serverStops,
  "the device is offline": deviceIsOffline,
});
