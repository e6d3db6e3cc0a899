/** The built app, a line to it, a person with an account and their phone, signed in: what tests of going wrong begin with. */
import type { Page } from "playwright-core";
import { type Device, openDevice } from "./phone.ts";
import { type FaultProxy, openFaultProxy } from "./fault-proxy.ts";
import { type AppProcess, startApp } from "./app-process.ts";
import { freePort } from "./process.ts";
import { createPerson, type Person } from "./person.ts";

export interface Fixture {
  server: AppProcess;
  line: FaultProxy;
  person: Person;
  device: Device;
  /** Another person of the same server. */
  another(): Promise<Person>;
  close(): Promise<void>;
}

export async function openFixture(): Promise<Fixture> {
  const port = await freePort();
  const server = await startApp({ PUBLIC_URL: `http://localhost:${port}` });
  const line = await openFaultProxy(port, () => Number(new URL(server.url).port));
  const person = await createPerson(server.url);
  const device = await openDevice(line.url);
  await device.signIn(person);
  return {
    server,
    line,
    person,
    device,
    another: () => createPerson(server.url),
    async close() {
      await device.remove();
      await line.close();
      await server.remove();
    },
  };
}

/** Titles of songs of the demo library that stand on the home screen, whatever is played and liked. */
export async function songTitles(page: Page): Promise<string[]> {
  const newest = page.getByRole("region", { name: "New songs" });
  const hearts = newest.getByRole("button", { name: /^Like / }).filter({ visible: true });
  await hearts.nth(9).waitFor();
  const names = await hearts.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
  return [...new Set(names.map((name) => (name ?? "").replace("Like ", "")))];
}
