/** Firefox on a device without a sound output: each song fails a moment after it has begun (specification 6.18). */
import { describe, expect, test } from "vitest";
import { firefox } from "../support/engines/engines.ts";
import { openFirefox } from "../support/engines/firefox.ts";
import { withoutSoundOutput } from "../support/engines/sound-output.ts";
import { createPerson } from "../support/person.ts";
import { button, field, playButton, text, titles, visitIn } from "./stories/visit.ts";

const absence = firefox.absence();
const silent = { ...firefox, open: (profile: string) => openFirefox(profile, withoutSoundOutput) };

describe.skipIf(absence !== undefined)(`without a sound output (${absence ?? "Firefox"})`, () => {
  const visit = visitIn(silent);

  test("the queue stands still and says why", async () => {
    const { page, server } = visit;
    const person = await createPerson(server.url);
    await page.goto(`${server.url}/login`);
    await page.type(field("Email"), person.email);
    await page.type(field("Password"), person.password);
    await page.click(button("Login"));
    await page.waitForPath("/home-page");
    // Songs come through the worker.
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      while (navigator.serviceWorker.controller === null) await new Promise((again) => setTimeout(again, 50));
    }, null);
    await expect.poll(() => titles(page).then(({ length }) => length), { timeout: 20_000 }).toBeGreaterThan(2);
    const player = { role: "region", name: "Player" };
    for (const title of (await titles(page)).slice(0, 3)) {
      await page.click(playButton(title));
      await page.waitFor(text("This device has no sound output"));
      await page.waitFor(text(title, player));
      await page.waitFor(button("Play", player));
    }
    expect(await visit.faults()).toEqual([]);
  });
});
