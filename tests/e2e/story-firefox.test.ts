import { firefox } from "../support/engines/engines.ts";
import { serverStops } from "./stories/main-story.ts";
import { tellStories } from "./stories/tell.ts";

tellStories(firefox, { "the server is stopped": serverStops });
