import { webkit } from "../support/engines/engines.ts";
import { tellLists } from "./stories/tell.ts";

tellLists(webkit);
