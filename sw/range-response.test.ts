import { describe, expect, it } from "vitest";
import { answerRange, parseRange } from "./range-response.ts";

describe("parseRange", () => {
  it.each([
    [null, "whole"],
    ["bytes=0-1", { start: 0, end: 1 }],
    ["bytes=10-", { start: 10, end: 99 }],
    ["bytes=0-", { start: 0, end: 99 }],
    ["bytes=-10", { start: 90, end: 99 }],
    ["bytes=-500", { start: 0, end: 99 }],
    ["bytes=90-500", { start: 90, end: 99 }],
    ["bytes=99-99", { start: 99, end: 99 }],
    ["bytes=100-", "unsatisfiable"],
    ["bytes=100-200", "unsatisfiable"],
    ["bytes=-0", "unsatisfiable"],
    ["bytes=0-1,5-6", "whole"],
    ["bytes=5-1", "whole"],
    ["bytes=-", "whole"],
    ["bytes=a-b", "whole"],
    ["items=0-1", "whole"],
    ["Bytes = 0 - 1", { start: 0, end: 1 }],
  ] as const)("reads %s", (header, expected) => {
    expect(parseRange(header, 100)).toEqual(expected);
  });
});

describe("answerRange", () => {
  const stored = () =>
    new Response("0123456789", {
      headers: { "content-type": "audio/mpeg", "content-length": "10" },
    });

  it("cuts the part out and says where it lies", async () => {
    const response = await answerRange("bytes=-3", stored());
    expect(response?.status).toBe(206);
    expect(response?.headers.get("content-range")).toBe("bytes 7-9/10");
    expect(response?.headers.get("content-length")).toBe("3");
    expect(response?.headers.get("content-type")).toBe("audio/mpeg");
    expect(await response?.text()).toBe("789");
  });

  it("answers everything without a range", async () => {
    const response = await answerRange(null, stored());
    expect(response?.status).toBe(200);
    expect(response?.headers.get("accept-ranges")).toBe("bytes");
    expect(response?.headers.has("content-range")).toBe(false);
    expect(await response?.text()).toBe("0123456789");
  });

  it("does not answer from a file that was cut behind its back", async () => {
    const headers = { "content-length": "11" };
    expect(await answerRange(null, new Response("0123456789", { headers }))).toBeUndefined();
  });

  it("refuses what lies past the end and tells the length", async () => {
    const response = await answerRange("bytes=10-", stored());
    expect(response?.status).toBe(416);
    expect(response?.headers.get("content-range")).toBe("bytes */10");
    expect(await response?.text()).toBe("");
  });
});
