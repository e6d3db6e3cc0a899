import { firefox } from "../support/engines/engines.ts";
import { serverStops } from "./stories/main-story.ts";
import { tellStory } from "./stories/tell.ts";

tellStory(firefox, "the server is stopped", serverStops);
