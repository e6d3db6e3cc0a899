import { Link } from "@tanstack/react-router";
import { VisitorPage } from "../features/auth/VisitorPage.tsx";
import { texts } from "../texts/en.ts";
import { buttonClass } from "../ui/button-class.ts";

/** An address without a screen (specification 3.1.2). */
export function NotFound() {
  return (
    <VisitorPage title={texts.app.notFound} note={texts.app.notFoundHint}>
      <Link to="/" className={buttonClass("main")}>
        {texts.app.home}
      </Link>
    </VisitorPage>
  );
}
