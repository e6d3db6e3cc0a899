import { describe, expect, it } from "vitest";
import { answerRange } from "./range-response.ts";

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

  it("takes no more of a large file into memory than it answers with", async () => {
    const length = 100_000_000;
    const refuse = () => Promise.reject(new Error("All of the file was read"));
    const file = Object.defineProperties(new Blob([], { type: "audio/mpeg" }), {
      size: { value: length },
      arrayBuffer: { value: refuse },
      slice: { value: (start: number, end: number) => new Blob([new Uint8Array(end - start)]) },
    });
    const headers = new Headers({ "content-length": String(length) });
    const kept = { headers, blob: async () => file, arrayBuffer: refuse, text: refuse } as unknown as Response; // all that may be asked of it
    const response = await answerRange("bytes=50000000-50000999", kept);
    expect(response?.headers.get("content-range")).toBe(`bytes 50000000-50000999/${length}`);
    expect((await response?.arrayBuffer())?.byteLength).toBe(1_000);
  });

  it("refuses what lies past the end and tells the length", async () => {
    const response = await answerRange("bytes=10-", stored());
    expect(response?.status).toBe(416);
    expect(response?.headers.get("content-range")).toBe("bytes */10");
    expect(await response?.text()).toBe("");
  });
});
