/** Audio through the worker in a real browser: ranges, changes of source while playing, signatures, no network. */
import { describe, expect, it } from "vitest";
import { encode, type Format, makeWav } from "../support/sounds.ts";
import { keep, openTab, play, playsOn, rows, seekTo, until, uid, visitEach, want } from "../support/worker-visit.ts";

const minute = makeWav(60);
const formats: Format[] = ["mp3", "m4a", "opus"];
/** Slow enough that most of a song is not there yet when the test acts. */
const playerRate = 800_000;

const { site, at, newContext } = visitEach();

describe("a song on the device", () => {
  // 17.11
  it("answers every form of range", async () => {
    await keep(at.page, [site.media.add(1, minute)]);
    await at.context.setOffline(true);
    const size = minute.bytes.length;
    const ask = (range?: string) =>
      at.page.evaluate(([url, header]) => window.probe.range(url, header), ["/media/audio1?sig=old", range] as const);
    expect(await ask("bytes=0-1")).toMatchObject({
      status: 206,
      length: 2,
      contentRange: `bytes 0-1/${size}`,
    });
    expect(await ask(`bytes=${size - 3}-`)).toMatchObject({
      status: 206,
      length: 3,
      contentRange: `bytes ${size - 3}-${size - 1}/${size}`,
    });
    expect(await ask("bytes=-5")).toMatchObject({
      status: 206,
      length: 5,
      contentRange: `bytes ${size - 5}-${size - 1}/${size}`,
    });
    expect(await ask(`bytes=0-${size + 5}`)).toMatchObject({ status: 206, length: size });
    expect(await ask(`bytes=${size}-`)).toMatchObject({
      status: 416,
      contentRange: `bytes */${size}`,
    });
    expect(await ask("bytes=0-1,4-5")).toMatchObject({ status: 200, length: size });
    // Without a range a plain fetch is not the player's; the element itself asks without one at times.
    await play(at.page, "/media/audio1");
  });

  it("plays offline from any place, uncached songs fail, and both come back", async () => {
    await keep(at.page, [site.media.add(1, minute)]);
    site.media.add(2, minute);
    await at.context.setOffline(true);
    await play(at.page, "/media/audio1");
    for (const part of [0, 0.5, 0.97]) {
      await seekTo(at.page, part * minute.duration);
      await playsOn(at.page);
    }
    await expect(play(at.page, "/media/audio2")).rejects.toThrow(/supported source/);
    expect(site.media.requestsOf(2)).toEqual([]);
    await at.context.setOffline(false);
    await play(at.page, "/media/audio2");
  });

  it("plays every format offline up to its end", async () => {
    const sounds = formats.flatMap((format) => encode(minute, format) ?? []);
    const canPlay = (type: string) => at.page.evaluate((name) => new Audio().canPlayType(name) !== "", type);
    const playable = [];
    // Without ffmpeg or these codecs there is nothing to test here.
    for (const sound of sounds) if (await canPlay(sound.mimeType)) playable.push(sound);
    const songs = playable.map((sound, n) => site.media.add(n, sound));
    await keep(at.page, songs);
    await at.context.setOffline(true);
    for (const { url, duration } of songs) {
      await play(at.page, url);
      for (const part of [0.5, 0.99, 0]) {
        await seekTo(at.page, part * duration);
        expect(await playsOn(at.page)).toBeGreaterThan(part * duration);
      }
    }
  });

  // 17.1
  it("plays after a cold start without network", async () => {
    await keep(at.page, [site.media.add(1, minute)]);
    await at.page.close();
    await at.context.setOffline(true);
    const page = await openTab(at.context, site, "/favorites");
    expect(await play(page, "/media/audio1?sig=stale")).toBeGreaterThan(0);
  });
});

describe("the song that plays", () => {
  // 6.16, 17.45
  it("is liked and plays on from the device, then unliked and plays on from the network", async () => {
    // Long: an element asks nobody for what it has read already, and it reads far ahead.
    const song = site.media.add(1, makeWav(240), { playerRate });
    await play(at.page, song.url);
    await keep(at.page, [song]);
    const asked = site.media.requestsOf(1).length;
    for (const seconds of [30, 55, 5]) {
      await seekTo(at.page, seconds);
      await playsOn(at.page);
    }
    expect(site.media.requestsOf(1).length, "seeks are answered from the device").toBe(asked);

    await want(at.page, []);
    expect(await rows(at.page)).toEqual([]);
    for (const seconds of [220, 180, 200]) {
      await seekTo(at.page, seconds);
      await playsOn(at.page);
    }
    expect(site.media.requestsOf(1).length, "and from the network again").toBeGreaterThan(asked);
  });

  // 17.13
  it("outlives its signature, again and again", async () => {
    const song = site.media.add(1, minute, { playerRate, signature: "a" });
    await play(at.page, song.url);
    for (const [index, seconds] of [30, 50, 10, 40].entries()) {
      site.media.get(1).signature = `next${index}`;
      await seekTo(at.page, seconds);
      await playsOn(at.page);
    }
    const refused = site.media.requestsOf(1).filter(({ signature }) => signature === "a");
    expect(refused.length, "the first address is not tried at every seek").toBeLessThan(4);
  });

  // 17.13
  it("starts from a stored row with a stale signature", async () => {
    site.media.add(1, minute, { signature: "new" });
    expect(await play(at.page, "/media/audio1?sig=old")).toBeGreaterThan(0);
  });

  it("plays on when the worker takes over the first visit, and the next song comes through it", async () => {
    const context = await newContext();
    const page = await context.newPage();
    const song = site.media.add(1, minute, { playerRate });
    // The worker is held back until the song plays.
    site.holdWorker(until(() => site.media.requestsOf(1).length > 0, "the player"));
    await page.goto(site.origin);
    await page.waitForFunction(() => "probe" in window);
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
    await play(page, song.url);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    for (const seconds of [50, 30]) {
      await seekTo(page, seconds);
      await playsOn(page);
    }
    await page.evaluate((id) => window.probe.signIn(id), uid);
    const next = site.media.add(2, minute);
    await keep(page, [next]);
    await context.setOffline(true);
    await play(page, next.url);
    await context.close();
  });
});
