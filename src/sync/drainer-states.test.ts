/// <reference types="node" />
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type DrainerEvent,
  type DrainerState,
  initialState,
  type StateName,
  table,
  transition,
} from "./drainer-states.ts";

const page = new URL("../../docs/decisions/2026-11-22-drainer-states.md", import.meta.url);

const request = (all = false, isBack = false): DrainerEvent => ({ type: "request", all, isBack });
const events: DrainerEvent[] = [
  request(),
  { type: "locked" },
  { type: "reads" },
  { type: "lost", end: "offline" },
  { type: "quiet" },
  { type: "released" },
  { type: "broke" },
  { type: "stop" },
];
const names = Object.keys(table) as StateName[]; // the keys of the table
const state = (name: StateName, over: Partial<DrainerState> = {}): DrainerState => ({ ...initialState, name, ...over });

function target(from: StateName, event: DrainerEvent): string {
  try {
    return transition(state(from), event).name;
  } catch {
    return "-";
  }
}

test("every state knows where each event leads, or that it cannot happen", () => {
  const walked = names.map((name) => [name, ...events.map((event) => target(name, event))].join(" "));
  expect(walked).toEqual([
    // request locked reads lost quiet released broke stop
    "idle locking - - - - - - stopped",
    "locking locking reading - - - - broken stopped",
    "reading reading - sending losing - - broken stopped",
    "sending reading - - losing finishing - broken stopped",
    "losing losing - - losing finishing - broken stopped",
    "finishing finishing - - - - idle broken stopped",
    "stopped stopped stopped stopped stopped stopped stopped stopped stopped",
    "broken broken broken broken broken broken broken broken broken",
  ]);
});

const after = (from: DrainerState, ...what: DrainerEvent[]) => what.reduce(transition, from);
const lost: DrainerEvent = { type: "lost", end: "offline" };
const toEnd: DrainerEvent[] = [{ type: "quiet" }, { type: "released" }];

test.each(["locking", "reading", "sending"] as const)("while %s, the running drain does what it can itself", (name) => {
  expect(after(state(name), request()).next).toBeUndefined();
  expect(after(state(name, { all: true }), request(true)).next).toBeUndefined();
  expect(after(state(name), request(true), request()).next, "but it sends only what is due").toEqual({
    all: true,
    isBack: false,
  });
});

test("a request for all changes gets a drain of its own", () => {
  const next = after(state("sending"), request(true), { type: "reads" }, ...toEnd);
  expect(next).toEqual(state("locking", { all: true }));
  expect(after(initialState, request(true))).toEqual(state("locking", { all: true }));
});

test.each(["losing", "finishing"] as const)("a request that comes while %s leads to another drain", (name) => {
  const asked = after(state(name, { end: "offline" }), request());
  const end = name === "losing" ? toEnd : toEnd.slice(1);
  expect(after(asked, ...end)).toEqual(state("locking"));
  expect(after(state(name, { end: "offline" }), ...end)).toEqual(state("idle", { end: "offline" }));
});

test.each([
  ["from before the failure is dropped", [request(), lost], "idle"],
  ["for all changes too", [request(true), lost], "idle"],
  ["that knows of a new connection survives", [request(false, true), lost], "locking"],
  ["that knows of it survives a second failure", [request(false, true), lost, lost], "locking"],
  ["from after the failure may know of it", [lost, request()], "locking"],
  ["from between two failures is dropped", [lost, request(), lost], "idle"],
] as const)("when the connection fails, a request %s", (_, what, name) => {
  expect(after(state("sending"), ...what, ...toEnd)).toMatchObject({ name });
});

test("a drain that begins with a new connection gives up when that one fails", () => {
  const begun = after(state("sending"), request(false, true), lost, ...toEnd);
  expect(after(begun, { type: "locked" }, lost, ...toEnd)).toEqual(state("idle", { end: "offline" }));
});

test("a drainer that was stopped ends as stopped", () => {
  expect(after(state("sending"), { type: "stop" }, lost, ...toEnd).end).toBe("stopped");
});

const running = [...events.filter(({ type }) => type !== "stop" && type !== "broke"), request(true)];

/**
 * Whether a request is neither read by a running drain nor remembered for the next one.
 * @param choices which of the possible events happens at each step
 */
function losesRequest(choices: readonly number[]): boolean {
  let now = initialState;
  let isUnread = false;
  for (const choice of choices) {
    const possible = running.filter((event) => target(now.name, event) !== "-");
    const event = possible[choice % possible.length] ?? request();
    now = transition(now, event);
    if (event.type === "request") isUnread = true;
    // A failed connection may drop it: see the tests above.
    if ((event.type === "reads" || event.type === "lost") && now.next === undefined) isUnread = false;
    const isForgotten = now.name === "idle" || (now.name === "finishing" && now.next === undefined);
    if (isUnread && isForgotten) return true;
  }
  return false;
}

test("whatever happens, a request is read by the running drain or by a later one", () => {
  const end = fc.check(fc.property(fc.array(fc.nat(59), { minLength: 40 }), (choices) => !losesRequest(choices)));
  expect(fc.defaultReportMessage(end)).toBeUndefined();
});

/** The table as a diagram: one arrow for each pair of states, named after its events. The two last states are told of. */
function diagram(): string {
  const arrows = new Map<string, string[]>();
  function draw(from: string, to: string, label: string): void {
    if ([from, to].some((name) => name === "stopped" || name === "broken")) return;
    const arrow = `  ${from} --> ${to}: `;
    arrows.set(arrow, [...(arrows.get(arrow) ?? []), label]);
  }
  for (const name of names)
    for (const [event, cell] of Object.entries(table[name])) {
      const ifAsked = "ifAsked" in cell ? cell.ifAsked : undefined;
      if (ifAsked !== undefined) draw(name, ifAsked, `${event} while a request waits`);
      draw(name, cell.to, event);
    }
  const lines = [...arrows].map(([arrow, labels]) => arrow + labels.join(", "));
  return ["stateDiagram-v2", "  [*] --> idle", ...lines].join("\n");
}

test("the decision's page draws this table", () => {
  expect(readFileSync(page, "utf8")).toContain(`\`\`\`mermaid\n${diagram()}\n\`\`\``);
});
