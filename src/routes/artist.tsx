import { texts } from "../texts/texts.ts";
import hidden from "../ui/VisuallyHidden.module.css";

/** Only what frames every page, with the search box folded (specification 3.7.2, 3.7.3). */
export const Artist = () => <h1 className={hidden.hidden}>{texts.people.artist}</h1>;
