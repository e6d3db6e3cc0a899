// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import type { App } from "../app/app-context.ts";
import { createStore } from "../lib/store.ts";
import { start } from "./start-services.ts";

/** An app without a user, as far as its start asks for it. */
function open() {
  const online = { ...createStore(true), check: vi.fn<() => void>() };
  const app = { online, queryClient: new QueryClient(), account: () => undefined };
  start(
    app as unknown as App, // a visitor's
    () => {},
    () => false,
  );
  return online;
}

test("a network that goes or comes is looked at", () => {
  const online = open();
  expect(online.check).not.toHaveBeenCalled();
  dispatchEvent(new Event("offline"));
  dispatchEvent(new Event("online"));
  expect(online.check).toHaveBeenCalledTimes(2);
});

test("so is one that has gone before anybody listened", () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  expect(open().check).toHaveBeenCalledOnce();
});
