import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { uploadFile } from "./upload-file.ts";

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
  setRequestHeader(): void {}
  getResponseHeader = () => null;
  send(): void {}
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

  const begin = async () => {
    const shares: number[] = [];
    const answer = uploadFile({
      target: { url: "/upload", preset: "offbeat", cloudName: "offbeat", auth: "bearer" },
      kind: "video",
      file: new File(["sound"], "a.mp3"),
      token: async () => "token",
      announce: async () => ({}),
      onProgress: (share) => shares.push(share),
    });
    answer.catch(() => {});
    await vi.advanceTimersByTimeAsync(0);
    FakeXhr.last.upload.onload?.();
    return { answer, shares };
  };

  it("is said to be with the server, and waited for as long as that may take", async () => {
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
});
