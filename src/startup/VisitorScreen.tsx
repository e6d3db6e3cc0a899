/** The visitor's first screens. Prerendered by the build, so only effects may use browser APIs. */
import type { VisitorPath } from "../../contract/screens.ts";
import { type Visitor, VisitorContext } from "../features/auth/visitor-context.ts";
import { Login } from "../routes/login.tsx";
import { Registration } from "../routes/Registration.tsx";

type Props = {
  visitor: Visitor;
  path: VisitorPath;
  /** Prefills the login form. */
  email: string;
};

export const VisitorScreen = ({ visitor, path, email }: Props) => (
  <VisitorContext value={visitor}>
    {path === "/login" ? <Login email={email} /> : <Registration artist={path === "/register/artist"} />}
  </VisitorContext>
);
