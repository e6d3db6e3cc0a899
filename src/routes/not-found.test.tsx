// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderMember } from "../../tests/support/member-screen.tsx";
import { type Visitor, VisitorContext } from "../features/auth/visitor-context.ts";
import { NotFound } from "./NotFound.tsx";

const visitor = {} as Visitor; // nothing of it is used

test("an address without a screen says so and leads home (specification 3.1.2)", async () => {
  const Shown = () => (
    <VisitorContext value={visitor}>
      <NotFound />
    </VisitorContext>
  );
  const { history, user } = renderMember({ routes: { "/nowhere": Shown, "/": () => "The first screen" } });
  await screen.findByRole("heading", { level: 1, name: "This page isn't here" });
  expect(history.location.pathname).toBe("/nowhere");
  await user.click(screen.getByRole("link", { name: "Go home" }));
  await screen.findByText("The first screen");
});
