import { expect, test, vi } from "vitest";
import { shareLink } from "./share-playlist.ts";

const playlist = { _id: "1", title: "Shore" };
const url = "https://music.example/playlist/1";
const refused = () => Promise.reject(new DOMException("Not now", "NotAllowedError"));
const clipboardThat = (writeText: (text: string) => Promise<void>) => ({ writeText }) as Clipboard; // nothing else is used

test("opens the system's sheet where there is one, and takes a closed sheet for an answer (specification 3.11.7)", async () => {
  const share = vi.fn<(data?: ShareData) => Promise<void>>(async () => {});
  expect(await shareLink(playlist, url, { share })).toBe("sheet");
  expect(share).toHaveBeenCalledWith({ title: "Shore", url });
  const closed = () => Promise.reject(new DOMException("Closed", "AbortError"));
  const writeText = vi.fn<() => Promise<void>>();
  expect(await shareLink(playlist, url, { share: closed, clipboard: clipboardThat(writeText) })).toBe("sheet");
  expect(writeText).not.toHaveBeenCalled();
});

test("else copies the link, and where that is impossible shows it", async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => {});
  expect(await shareLink(playlist, url, { clipboard: clipboardThat(writeText) })).toBe("copied");
  expect(writeText).toHaveBeenCalledWith(url);
  expect(await shareLink(playlist, url, { share: refused, clipboard: clipboardThat(writeText) })).toBe("copied");
  expect(await shareLink(playlist, url, { clipboard: clipboardThat(refused) })).toBe("shown");
  expect(await shareLink(playlist, url, {})).toBe("shown");
});

// 9.15
test("a line is logged", async () => {
  const log = vi.spyOn(console, "info");
  await shareLink(playlist, url, {});
  expect(log).toHaveBeenCalledWith("Sharing a playlist", "1");
});
