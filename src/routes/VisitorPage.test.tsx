// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderForUser } from "../../tests/support/component.ts";
import { type Visitor, VisitorContext } from "../features/auth/visitor-context.ts";
import { VisitorPage } from "./VisitorPage.tsx";

function open() {
  const go = vi.fn<Visitor["go"]>();
  const visitor = { go } as Partial<Visitor> as Visitor; // nothing else is used
  const page = (
    <VisitorContext value={visitor}>
      <VisitorPage title="Log in">
        <p>A form</p>
      </VisitorPage>
    </VisitorContext>
  );
  return { go, ...renderForUser(page) };
}

// 3.2.1
test("Back leads to the page before this one", async () => {
  const back = vi.spyOn(history, "back").mockImplementation(() => {});
  vi.spyOn(history, "length", "get").mockReturnValue(2);
  const { user, go } = open();
  await user.click(screen.getByRole("button", { name: "Back" }));
  expect([back.mock.calls.length, go.mock.calls]).toEqual([1, []]);
});

test("Back leads to the login from the first page of a tab", async () => {
  vi.spyOn(history, "length", "get").mockReturnValue(1);
  const { user, go } = open();
  await user.click(screen.getByRole("button", { name: "Back" }));
  expect(go.mock.calls).toEqual([[{ to: "/login" }]]);
});
