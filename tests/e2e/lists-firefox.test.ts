import { firefox } from "../support/engines/engines.ts";
import { tellLists } from "./stories/tell.ts";

tellLists(firefox);
