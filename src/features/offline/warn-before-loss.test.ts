// @vitest-environment happy-dom
/** Specification 2.20. */
import { beforeEach, expect, test } from "vitest";
import type { OutboxView } from "../../db/outbox-table.ts";
import { createStore } from "../../lib/store.ts";
import type { Account } from "../../sync/account-session.ts";
import { warnBeforeLoss } from "./warn-before-loss.ts";

const name = "offbeat-volatile-ada.1";
const view = (...rows: object[]) => ({ rows, unreadable: [] }) as unknown as OutboxView; // all that is used of it
const like = { state: "waiting", operation: { kind: "like" } };
const play = { state: "waiting", operation: { kind: "play" } };

beforeEach(() => localStorage.setItem(name, ""));

/** Whether the browser would ask. */
function leave(): boolean {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

test("leaving warns while there are unsent changes or uploads; plays are no changes", () => {
  const outbox = createStore<OutboxView | undefined>(undefined);
  const uploads = createStore<readonly object[] | undefined>(undefined);
  const stop = warnBeforeLoss({ outbox, uploads, db: { name } } as unknown as Account); // all that is used of it
  expect(leave()).toBe(false);
  outbox.set(view(play));
  expect(leave()).toBe(false);
  outbox.set(view(play, like));
  expect(leave()).toBe(true);
  outbox.set(view({ ...like, state: "acked" }));
  expect(leave()).toBe(false);
  uploads.set([{}]);
  expect(leave()).toBe(true);
  uploads.set([]);
  expect(leave()).toBe(false);
  outbox.set(view(like));
  // Another tab has signed out: there is nothing left to lose.
  localStorage.removeItem(name);
  expect(leave()).toBe(false);
  localStorage.setItem(name, "");
  expect(leave()).toBe(true);
  stop();
  expect(leave()).toBe(false);
});
