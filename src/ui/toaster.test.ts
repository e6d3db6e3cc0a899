import { afterEach, expect, test, vi } from "vitest";
import { createToaster, type ToastMessage } from "./toaster.ts";

const recorder = () => {
  const shown: ToastMessage[] = [];
  const dismissed: string[] = [];
  return {
    shown,
    dismissed,
    sink: { show: (t: ToastMessage) => shown.push(t), dismiss: (id: string) => dismissed.push(id) },
  };
};

afterEach(() => vi.unstubAllGlobals());

// 9.1
test("what comes before the widget waits for it, in order and once", () => {
  const toaster = createToaster({ ms: 4000, actionMs: 10_000 });
  toaster.success("one");
  toaster.failure("two");
  const first = recorder();
  toaster.connect(first.sink);
  expect(first.shown.map(({ kind, text }) => [kind, text])).toEqual([
    ["success", "one"],
    ["failure", "two"],
  ]);
  const second = recorder();
  toaster.connect(second.sink);
  expect(second.shown).toEqual([]);
});

test("a waiting toast can be taken back or replaced by its id", () => {
  const toaster = createToaster({ ms: 4000, actionMs: 10_000 });
  toaster.dismiss(toaster.info("gone"));
  toaster.show({ kind: "info", text: "old", id: "same" });
  toaster.show({ kind: "info", text: "new", id: "same" });
  const { shown, sink } = recorder();
  toaster.connect(sink);
  expect(shown.map(({ text }) => text)).toEqual(["new"]);
});

// 9.1
test("a repeated toast takes the place of the former one as a new one; each with an action of its own stays", () => {
  const toaster = createToaster({ ms: 4000, actionMs: 10_000 });
  toaster.success("Saved");
  toaster.success("Saved");
  const { shown, dismissed, sink } = recorder();
  toaster.connect(sink);
  const id = toaster.success("Saved");
  toaster.info("Saved");
  toaster.success("Deleted");
  expect(shown.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    "success: Saved",
    "success: Saved",
    "info: Saved",
    "success: Deleted",
  ]);
  expect(dismissed).toEqual([shown[0]?.id]);
  expect(shown[1]?.id).toBe(id);
  for (const onPress of [() => {}, () => {}]) toaster.info("Removed", { label: "Undo", onPress });
  expect(dismissed).toHaveLength(1);
});

test("a toast that has closed is no longer remembered", () => {
  const toaster = createToaster({ ms: 4000, actionMs: 10_000 });
  const { dismissed, sink } = recorder();
  toaster.connect(sink);
  toaster.forget(toaster.success("Saved"));
  const second = toaster.success("Saved");
  toaster.success("Saved");
  expect(dismissed).toEqual([second]);
});

test("an old widget's end does not cut off the new one", () => {
  const toaster = createToaster({ ms: 4000, actionMs: 10_000 });
  const end = toaster.connect(recorder().sink);
  const { shown, dismissed, sink } = recorder();
  toaster.connect(sink);
  end();
  const id = toaster.warning("here", { label: "Undo", onPress: () => {} });
  toaster.dismiss(id);
  expect(shown[0]).toMatchObject({ kind: "warning", text: "here", action: { label: "Undo" } });
  expect(dismissed).toEqual([id]);
});

test("tells when there is something to show, until it is told not to", () => {
  const toaster = createToaster({ ms: 4000, actionMs: 10_000 });
  const listener = vi.fn<() => void>();
  const stop = toaster.onShow(listener);
  toaster.info("a");
  stop();
  toaster.info("b");
  expect(listener).toHaveBeenCalledTimes(1);
});

test("an action expires once: when its toast closes unpressed, is replaced or taken back, but not when it was pressed", () => {
  const toaster = createToaster({ ms: 4000, actionMs: 10_000 });
  const expired: string[] = [];
  const show = (label: string, id: string) =>
    toaster.show({
      kind: "info",
      text: "Discarded",
      id,
      action: { label, onPress: () => {}, onExpire: () => void expired.push(label) },
    });
  toaster.dismiss(show("taken back", "a"));
  show("replaced", "b");
  show("closed", "b");
  expect(expired).toEqual(["taken back", "replaced"]);
  toaster.connect(recorder().sink);
  toaster.forget("b");
  toaster.forget("b");
  toaster.forget(show("pressed", "b"), true);
  toaster.forget("b");
  expect(expired).toEqual(["taken back", "replaced", "closed"]);
});

/** A page whose user goes and comes. */
function stubPage() {
  const page = Object.assign(new EventTarget(), { hidden: true });
  vi.stubGlobal("document", page);
  return (hidden: boolean) => {
    page.hidden = hidden;
    page.dispatchEvent(new Event("visibilitychange"));
  };
}

// 9.1
test("what comes while the page is hidden waits until it is seen, the newest only", () => {
  const setHidden = stubPage();
  const toaster = createToaster({ ms: 4000, actionMs: 10_000 });
  const { shown, sink } = recorder();
  // Before the widget and after it.
  toaster.info("a");
  const end = toaster.connect(sink);
  toaster.dismiss(toaster.info("taken back"));
  for (const text of ["b", "c", "d"]) toaster.info(text);
  expect(shown).toEqual([]);
  setHidden(false);
  expect(shown.map(({ text }) => text)).toEqual(["b", "c", "d"]);
  toaster.info("e");
  setHidden(true);
  setHidden(false);
  expect(shown).toHaveLength(4);
  end();
  toaster.info("f");
  setHidden(false);
  expect(shown).toHaveLength(4);
});

// 9.1
test("another screen takes away what was read on the one before, but no failure and no action", () => {
  vi.useFakeTimers();
  try {
    const toaster = createToaster({ ms: 4000, actionMs: 10_000 });
    const { dismissed, sink } = recorder();
    toaster.connect(sink);
    const read = toaster.warning("Not on this device");
    toaster.failure("Couldn't save this");
    toaster.info("Removed", { label: "Undo", onPress: () => {} });
    const closed = toaster.success("Saved");
    toaster.forget(closed);
    vi.advanceTimersByTime(2_000);
    toaster.success("Playlist deleted");
    toaster.leaveScreen();
    expect(dismissed).toEqual([read]);
  } finally {
    vi.useRealTimers();
  }
});

// 9.1
test("one that nobody has seen yet stays when another screen comes", () => {
  vi.useFakeTimers();
  try {
    const toaster = createToaster({ ms: 4000, actionMs: 10_000 });
    toaster.info("Removed from this playlist");
    vi.advanceTimersByTime(2_000);
    toaster.leaveScreen();
    const { shown, dismissed, sink } = recorder();
    toaster.connect(sink);
    toaster.leaveScreen();
    expect(shown.map(({ text }) => text)).toEqual(["Removed from this playlist"]);
    expect(dismissed).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

test("what was told to an account goes with it, its Undo too (specification 17.37)", () => {
  const toaster = createToaster({ ms: 4000, actionMs: 10_000 });
  const { dismissed, sink } = recorder();
  toaster.connect(sink);
  const onExpire = vi.fn<() => void>();
  const undo = toaster.info("Amber Engine is no longer a favourite", { label: "Undo", onPress: () => {}, onExpire });
  const failure = toaster.failure("Couldn't save");
  const pressed = toaster.info("Removed", { label: "Undo", onPress: () => {} });
  toaster.forget(pressed, true);
  toaster.leaveAccount();
  expect(dismissed).toEqual([undo, failure]);
  // The widget says so once it is closed.
  toaster.forget(undo);
  expect(onExpire).toHaveBeenCalledTimes(1);
});
