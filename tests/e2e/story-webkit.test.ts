import { webkit } from "../support/engines/engines.ts";
import { serverStops } from "./stories/main-story.ts";
import { tellStories } from "./stories/tell.ts";

tellStories(webkit, { "the server is stopped": serverStops });
