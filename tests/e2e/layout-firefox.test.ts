/** Place: tests/e2e/. What Firefox lays out in its own way where there is little room (specification 20.12). */
import { beforeAll, describe, expect, test } from "vitest";
import { firefox } from "../support/engines/engines.ts";
import { createPerson } from "../support/person.ts";
import { field, heading, login, visitIn } from "./stories/visit.ts";

const search = { role: "searchbox", name: "Artists, songs or albums" };

describe.skipIf(firefox.absence() !== undefined)("layout in Firefox", () => {
  const visit = visitIn(firefox);

  beforeAll(async () => {
    const { page, server } = visit;
    const person = await createPerson(server.url);
    await page.goto(`${server.url}/login`);
    await page.waitFor(field("Email"));
    await login(page, person);
    await page.goto(`${server.url}/favorites`);
    await page.waitFor(heading("My Favorite Songs"));
  });

  test("the results of the search stay in the window at every width", async () => {
    const { page } = visit;
    /** Beyond the left and the right edge, where it is. */
    const beyond = () =>
      page.evaluate(() => {
        const box = document.querySelector("[role=listbox]")?.getBoundingClientRect();
        return box && [Math.min(0, box.left), Math.max(0, box.right - document.documentElement.clientWidth)];
      }, null);
    for (const width of [650, 720, 800, 899, 1_024]) {
      await page.resize(width, 800);
      await page.focus(search);
      await page.type(search, "er");
      await expect.poll(beyond, { message: `${width} px` }).toEqual([0, 0]);
    }
  });

  test("a name that is read from the right is cut at its end", async () => {
    const { page } = visit;
    await page.resize(390, 844);
    const isFirstLetterSeen = await page.evaluate(() => {
      const name = document.querySelector("main bdi");
      if (!name?.parentElement) return undefined;
      name.textContent = "محمد عبد الرحمن الطويل بن سلطان بن عبد العزيز الحسيني أحمد";
      const range = new Range();
      range.setStart(name.firstChild ?? name, 0);
      range.setEnd(name.firstChild ?? name, 1);
      const { left, right } = range.getBoundingClientRect();
      const line = name.parentElement.getBoundingClientRect();
      return left >= line.left && right <= line.right + 1;
    }, null);
    expect(isFirstLetterSeen).toBe(true);
  });
});
