import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createProbe, type ProbeElement } from "./probe-file.ts";

/** What becomes of an address: events in order, and the code of an error. */
type Fate = readonly ("loadedmetadata" | "canplay" | 2 | 3 | 4)[];

/**
 * Media elements that do what was asked for, by the type of what they load.
 * @param isLoading whether one that says nothing still loads
 */
function setUp(fates: Record<string, Fate>, isLoading = false) {
  const types = new Map<string, string>();
  const loaded: string[] = [];
  const targets: EventTarget[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    const url = `blob:${types.size}`;
    types.set(url, blob instanceof Blob ? blob.type : "");
    return url;
  });
  const revoke = vi.spyOn(URL, "revokeObjectURL").mockImplementation(() => {});
  const createElement = (): ProbeElement => {
    const target = new EventTarget();
    targets.push(target);
    const element = {
      src: "",
      preload: "" as const,
      muted: false,
      error: null as MediaError | null,
      networkState: isLoading ? 2 : 1,
      addEventListener: target.addEventListener.bind(target),
      removeAttribute: () => {
        element.src = "";
      },
      load() {
        if (element.src === "") return;
        const type = types.get(element.src) ?? "";
        loaded.push(type);
        for (const step of fates[type] ?? []) {
          // Only the code of an error is looked at.
          if (typeof step === "number") element.error = { code: step } as MediaError;
          target.dispatchEvent(new Event(typeof step === "number" ? "error" : step));
        }
      },
    };
    return element;
  };
  return { probe: createProbe(createElement), createElement, loaded, targets, revoke };
}

const file = (type: string) => new File(["sound"], "a", { type });

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
});

describe("whether this browser plays a file (specification 4.19)", () => {
  it("is told by the element, which gives the file back", async () => {
    const { probe, revoke } = setUp({ "audio/mpeg": ["loadedmetadata", "canplay"] });
    expect(await probe(file("audio/mpeg"))).toBe("plays");
    expect(revoke).toHaveBeenCalledTimes(1);
  });

  it("asks again without the type, which follows from the name alone", async () => {
    const { probe, loaded } = setUp({ "audio/aac": [4], "": ["canplay"] });
    expect(await probe(file("audio/aac"))).toBe("plays");
    expect(loaded).toEqual(["audio/aac", ""]);
  });

  it.each([
    ["of no known kind", [4]],
    ["that breaks after its header", ["loadedmetadata", 3]],
  ] as const)("fails for a file %s", async (_, fate) => {
    const { probe } = setUp({ "audio/mpeg": fate, "": fate });
    expect(await probe(file("audio/mpeg"))).toBe("fails");
  });

  it("is not known where the file could not be read", async () => {
    const { probe } = setUp({ "audio/mpeg": [2] });
    expect(await probe(file("audio/mpeg"))).toBe("unknown");
  });

  it("is not known where the browser makes no element, and the next file is tried all the same", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const { createElement } = setUp({ "audio/mpeg": ["canplay"] });
    const make = vi.fn<typeof createElement>(createElement).mockImplementationOnce(() => {
      throw new Error("no element");
    });
    const probe = createProbe(make);
    expect(await Promise.all([file("audio/mpeg"), file("audio/mpeg")].map(probe))).toEqual(["unknown", "plays"]);
  });

  it("takes the header for an answer where no more comes, as without an audio device", async () => {
    const { probe } = setUp({ "audio/mpeg": ["loadedmetadata"] });
    const answer = probe(file("audio/mpeg"));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await answer).toBe("plays");
  });

  it("waits long for the first file only, where the browser loads nothing", async () => {
    const { probe } = setUp({});
    const answers = Promise.all([file("a/a"), file("b/b"), file("c/c")].map(probe));
    await vi.advanceTimersByTimeAsync(5_000 + 2 * 300);
    expect(await answers).toEqual(["unknown", "unknown", "unknown"]);
  });

  it.each([
    ["gives an element up at once that loads nothing", false],
    ["gives one that still loads up once it tells something, which may hang the page before", true],
  ])("%s", async (_, isLoading) => {
    const { probe, targets, revoke } = setUp({}, isLoading);
    const answer = probe(file("audio/mpeg"));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await answer).toBe("unknown");
    expect(revoke).toHaveBeenCalledTimes(isLoading ? 0 : 1);
    targets[0]?.dispatchEvent(new Event("loadedmetadata"));
    expect(revoke).toHaveBeenCalledTimes(1);
  });
});
