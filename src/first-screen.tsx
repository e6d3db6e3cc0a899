/** The screens that visitors begin with; also rendered at build, so nothing here asks the browser before an effect. */
import type { VisitorPath } from "../contract/screens.ts";
import { type Visitor, VisitorContext } from "./features/auth/visitor.ts";
import { Login } from "./routes/login.tsx";
import { Registration } from "./routes/Registration.tsx";

export function FirstScreen({ visitor, path }: { visitor: Visitor; path: VisitorPath }) {
  return (
    <VisitorContext value={visitor}>
      {path === "/login" ? (
        <Login email={new URLSearchParams(location.search).get("email") ?? ""} />
      ) : (
        <Registration artist={path === "/register/artist"} />
      )}
    </VisitorContext>
  );
}
