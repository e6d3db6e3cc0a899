import { Link } from "@tanstack/react-router";
import { texts } from "../texts/texts.ts";
import { buttonClass } from "../ui/button-class.ts";
import { PageHeader } from "../ui/PageHeader.tsx";

/** A member screen whose item does not exist or is not visible to this user (specification 3.1.2). */
export const NothingHere = () => (
  <PageHeader
    title={texts.app.notFound}
    actions={
      <Link to="/home-page" className={buttonClass("main")}>
        {texts.app.goHome}
      </Link>
    }
  >
    {texts.app.notFoundHint}
  </PageHeader>
);
