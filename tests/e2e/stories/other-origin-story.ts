/** A page whose API and media come from another origin: what it keeps plays without a network (specification 17.11). */
import { expect, test } from "vitest";
import { createPerson, signIn } from "../../support/person.ts";
import {
  advances,
  button,
  controlled,
  go,
  heart,
  login,
  playButton,
  songRow,
  text,
  titles,
  type Visit,
} from "./visit.ts";

const soon = { timeout: 20_000 };
const player = { role: "region", name: "Player" };

export function otherOriginStory(visit: Visit): void {
  let liked = "";

  test("a liked song comes to the device from the other origin", async () => {
    const { page, server, url } = visit;
    const person = await createPerson(server.url);
    await page.goto(`${url}/login`);
    await login(page, person);
    await controlled(page);
    await expect.poll(async () => (await titles(page)).length, soon).toBeGreaterThan(0);
    [liked = ""] = await titles(page);
    await page.click(heart(liked));
    await go(page, "/favorites");
    await page.waitFor(text("On this device", songRow(liked)));
    expect(await (await signIn(server.url, person)).likedTitles()).toEqual([liked]);
  });

  // 17.11. Not heard before: what was may lie in the browser's own cache.
  test("it plays without a network", async () => {
    const { page, server, url } = visit;
    await server.stop();
    await page.goto(`${url}/favorites`);
    await page.click(playButton(liked));
    await advances(page);
    expect(await page.count(button("Pause", player))).toBe(1);
  });
}
