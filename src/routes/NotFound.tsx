import { Link } from "@tanstack/react-router";
import { texts } from "../texts/texts.ts";
import { buttonClass } from "../ui/button-class.ts";
import { VisitorPage } from "./VisitorPage.tsx";

/** A URL without a screen (specification 3.1.2). */
export function NotFound() {
  return (
    <VisitorPage title={texts.app.notFound} note={texts.app.notFoundHint}>
      <Link to="/" className={buttonClass("main")}>
        {texts.app.goHome}
      </Link>
    </VisitorPage>
  );
}
