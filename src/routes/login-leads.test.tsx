// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { showForVisitor } from "../../tests/support/visitor.tsx";
import { noteWanted } from "../features/auth/wanted-screen.ts";
import { Login } from "./login.tsx";

vi.mock("../identity/firebase.ts", () => ({}));
vi.mock("../features/auth/sign-in.ts", () => ({ signIn: async () => ({ signedIn: {} }) }));

beforeEach(() => sessionStorage.clear());

// 3.3.3
test.each([
  ["home", undefined, "/home-page"],
  ["to the playlist whose link came first", "/playlist/abc", "/playlist/abc"],
])("a sign-in leads %s", async (_, wanted, to) => {
  if (wanted !== undefined) noteWanted(wanted);
  const { user, went, toasts } = showForVisitor(<Login email="" />, { identity: {} });
  await user.type(screen.getByLabelText("Email"), "ada@example.org");
  await user.type(screen.getByLabelText("Password"), "Engine#1843");
  await user.click(screen.getByRole("button", { name: "Login" }));
  await waitFor(() => expect(went).toEqual([{ to, replace: true }]));
  expect(toasts).toMatchObject([{ kind: "success", text: "You are successfully logged in" }]);
});
