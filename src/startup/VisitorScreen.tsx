/** The screens that visitors begin with; also rendered at build, so nothing here asks the browser before an effect. */
import type { VisitorPath } from "../../contract/screens.ts";
import { type Visitor, VisitorContext } from "../features/auth/visitor-context.ts";
import { Login } from "../routes/login.tsx";
import { Registration } from "../routes/Registration.tsx";

type Props = {
  visitor: Visitor;
  path: VisitorPath;
  /** To log in with. */
  email: string;
};

export const VisitorScreen = ({ visitor, path, email }: Props) => (
  <VisitorContext value={visitor}>
    {path === "/login" ? <Login email={email} /> : <Registration artist={path === "/register/artist"} />}
  </VisitorContext>
);
