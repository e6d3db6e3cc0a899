/** Place: tests/e2e/. Firefox restores ticks and the enabled state of buttons at a reload (specification 3.4.1, 3.4.4). */
import { describe, expect, test } from "vitest";
import { firefox } from "../support/engines/engines.ts";
import { field, visitIn } from "./stories/visit.ts";

describe.skipIf(firefox.absence() !== undefined)("registration in Firefox", () => {
  const visit = visitIn(firefox);

  test("a reload asks anew for the acceptance, and Register is disabled without it", async () => {
    const { page, server } = visit;
    await page.goto(`${server.url}/register`);
    await page.type(field("Name"), "Half");
    await page.type(field("Surname"), "Way");
    await page.type(field("Email"), "half@example.test");
    await page.type(field("Password"), "Passw0rd!xy");
    await page.type(field("Confirm password"), "Passw0rd!xy");
    await page.evaluate(() => document.querySelector<HTMLInputElement>("input[name=privacy]")?.click(), null);
    const state = () =>
      page.evaluate(
        () => ({
          accepted: document.querySelector<HTMLInputElement>("input[name=privacy]")?.checked,
          disabled: document.querySelector<HTMLButtonElement>("button[type=submit]")?.disabled,
        }),
        null,
      );
    await expect.poll(state).toEqual({ accepted: true, disabled: false });
    await page.reload();
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(await state()).toEqual({ accepted: false, disabled: true });
  });
});
