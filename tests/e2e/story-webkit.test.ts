import { webkit } from "../support/engines/engines.ts";
import { serverStops } from "./stories/main-story.ts";
import { tellStory } from "./stories/tell.ts";

tellStory(webkit, "the server is stopped", serverStops);
