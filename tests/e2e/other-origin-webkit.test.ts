import { webkit } from "../support/engines/engines.ts";
import { tellOtherOrigin } from "./stories/tell.ts";

tellOtherOrigin(webkit);
