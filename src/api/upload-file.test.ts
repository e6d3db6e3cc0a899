import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { uploadFile } from "./upload-file.ts";
import { sourceOf } from "./upload-source.ts";

/** What a test makes happen on the line. */
class FakeXhr {
  static last: FakeXhr;
  status = 0;
  responseText = "";
  onload: (() => void) | null = null;
  onabort: (() => void) | null = null;
  readonly upload: { onload: (() => void) | null } = { onload: null };
  constructor() {
    FakeXhr.last = this;
  }
  open(): void {}
  setRequestHeader: (name: string, value: string) => void = () => {};
  getResponseHeader = () => null;
  send: (form?: FormData) => void = () => {};
  abort(): void {
    this.onabort?.();
  }
  answer(status: number, body: unknown): void {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload?.();
  }
}

const minute = 60_000;

describe("a file whose bytes have all left", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("XMLHttpRequest", FakeXhr);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const begin = async (partBytes?: number) => {
    const shares: number[] = [];
    const answer = uploadFile({
      target: { url: "/upload", preset: "offbeat", cloudName: "offbeat", auth: "bearer", partBytes },
      parts: { id: "x".repeat(16), sent: 0, onSent: async () => {} },
      kind: "video",
      file: sourceOf(new File(["sound"], "a.mp3")),
      token: async () => "token",
      announce: async () => ({}),
      onProgress: (share) => shares.push(share),
    });
    answer.catch(() => {});
    await vi.advanceTimersByTimeAsync(0);
    FakeXhr.last.upload.onload?.();
    return { answer, shares };
  };

  it("is said to be with the server, and waited for as long as that may take (specification 15.22)", async () => {
    const { answer, shares } = await begin();
    expect(shares).toEqual([1]);
    await vi.advanceTimersByTimeAsync(9 * minute);
    FakeXhr.last.answer(422, {
      error: { message: "It took too much work", code: "unreadable-file" },
    });
    await expect(answer).rejects.toMatchObject({
      code: "unreadable-file",
      message: "It took too much work",
    });
  });

  it("is given up where no answer ever comes", async () => {
    const { answer } = await begin();
    await vi.advanceTimersByTimeAsync(10 * minute);
    await expect(answer).rejects.toMatchObject({ isNetwork: true });
  });

  // 15.22, 15.26
  it.each([
    [1, "a part that others follow", 3],
    [10, "the last one", 5],
  ])("is given up after %i min without an answer where it is %s", async (minutes, _, partBytes) => {
    const givenUp = vi.spyOn(FakeXhr.prototype, "abort");
    const { answer } = await begin(partBytes);
    await vi.advanceTimersByTimeAsync(minutes * minute - 1);
    expect(givenUp).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await expect(answer).rejects.toMatchObject({ isNetwork: true });
  });
});

describe("a line that is lost", () => {
  class LostXhr extends FakeXhr {
    onerror: (() => void) | null = null;
    override send = () => void setTimeout(() => this.onerror?.());
  }
  beforeEach(() => void vi.stubGlobal("XMLHttpRequest", LostXhr));
  afterEach(() => void vi.unstubAllGlobals());

  it.each([
    ["is told from a file that was changed or moved", false, "file-gone"],
    ["is what it is while the file is there", true, "network"],
  ])("%s", async (_, isThere, code) => {
    const arrayBuffer = async () => {
      if (!isThere) throw new DOMException("It was changed", "NotReadableError");
      return new ArrayBuffer(1);
    };
    const bytes = Object.assign(new Blob(["sound"]), { slice: () => ({ arrayBuffer }) });
    const answer = uploadFile({
      target: { url: "/upload", preset: "offbeat", cloudName: "offbeat", auth: "bearer" },
      kind: "video",
      file: { name: "a.mp3", type: "audio/mpeg", size: 5, slice: async () => bytes },
      token: async () => "token",
      announce: async () => ({}),
    });
    await expect(answer).rejects.toMatchObject({ code });
  });
});

// 17.5
it("a portal's page in place of the answer counts as no network", async () => {
  class PortalXhr extends FakeXhr {
    override status = 200;
    override responseText = "<html>Welcome to the hotel</html>";
    override send = () => void setTimeout(() => this.onload?.());
  }
  vi.stubGlobal("XMLHttpRequest", PortalXhr);
  const answer = uploadFile({
    target: { url: "/upload", preset: "offbeat", cloudName: "offbeat", auth: "bearer" },
    kind: "image",
    file: sourceOf(new File(["cover"], "a.png")),
    token: async () => "token",
    announce: async () => ({}),
  });
  await expect(answer).rejects.toMatchObject({ code: "network", isNetwork: true });
  vi.unstubAllGlobals();
});

describe("a large file, in parts", () => {
  /** What the server is sent, and what it answers to each request in turn. */
  const sent: { range: string | null; id: string | null; bytes: string }[] = [];
  const answers: (() => [number, unknown] | "cut")[] = [];
  class PartXhr extends FakeXhr {
    #headers = new Map<string, string>();
    onerror: (() => void) | null = null;
    override setRequestHeader = (name: string, value: string) => void this.#headers.set(name, value);
    override send = (form?: FormData) => void this.#answer(form);
    async #answer(form?: FormData): Promise<void> {
      const file = form?.get("file");
      const bytes = file instanceof Blob ? await file.text() : "";
      const header = (name: string) => this.#headers.get(name) ?? null;
      sent.push({ range: header("content-range"), id: header("x-unique-upload-id"), bytes });
      const answer = answers.shift()?.() ?? "cut";
      if (answer === "cut") this.onerror?.();
      else this.answer(...answer);
    }
  }
  beforeEach(() => {
    sent.length = 0;
    answers.length = 0;
    vi.stubGlobal("XMLHttpRequest", PartXhr);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  const part = (bytes: number) => () => [200, { done: false, bytes }] as [number, unknown];
  const gone = () => [409, { error: { message: "gone", code: "upload-not-found" } }] as [number, unknown];
  const upload = () => {
    const reply = { public_id: "x", secure_url: "/x", url: "/x", bytes: 10, format: "mp3", resource_type: "video" };
    return [200, { ...reply, original_filename: "a", created_at: "2026" }] as [number, unknown];
  };
  const send = (from: number, noted: number[], partBytes: number | undefined = 4) =>
    uploadFile({
      target: { url: "/upload", preset: "p", cloudName: "c", auth: "bearer", ...(partBytes && { partBytes }) },
      kind: "video",
      file: sourceOf(new File(["abcdefghij"], "a.mp3")),
      parts: { id: "name", sent: from, onSent: async (bytes) => void noted.push(bytes) },
      token: async () => "token",
      announce: async () => ({}),
    });

  it("goes in order, and is noted after each part", async () => {
    answers.push(part(4), part(8), upload);
    const noted: number[] = [];
    expect((await send(0, noted)).public_id).toBe("x");
    expect(sent).toEqual([
      { range: "bytes 0-3/10", id: "name", bytes: "abcd" },
      { range: "bytes 4-7/10", id: "name", bytes: "efgh" },
      { range: "bytes 8-9/10", id: "name", bytes: "ij" },
    ]);
    expect(noted).toEqual([4, 8]);
  });

  it("goes on behind what has arrived after a cut", async () => {
    answers.push(part(4), () => "cut");
    const noted: number[] = [];
    await expect(send(0, noted)).rejects.toMatchObject({ isNetwork: true });
    answers.push(part(8), upload);
    await send(noted.at(-1) ?? 0, noted);
    expect(sent.map(({ range }) => range)).toEqual(["bytes 0-3/10", "bytes 4-7/10", "bytes 4-7/10", "bytes 8-9/10"]);
  });

  it("begins anew, once, where the server has forgotten its beginning", async () => {
    answers.push(gone, part(4), part(8), upload);
    const noted: number[] = [];
    await send(8, noted);
    expect([sent.map(({ bytes }) => bytes), noted]).toEqual([
      ["ij", "abcd", "efgh", "ij"],
      [0, 4, 8],
    ]);
    answers.push(gone, gone);
    await expect(send(8, [])).rejects.toMatchObject({ code: "upload-not-found" });
  });

  it("goes whole to a host that takes no parts", async () => {
    answers.push(upload);
    await send(0, [], 0);
    expect(sent).toEqual([{ range: null, id: null, bytes: "abcdefghij" }]);
  });
});
