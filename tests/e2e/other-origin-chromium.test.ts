import { chromium } from "../support/engines/engines.ts";
import { tellOtherOrigin } from "./stories/tell.ts";

tellOtherOrigin(chromium);
