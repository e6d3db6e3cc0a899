/**
 * The device's own record of whose account is in use. The worker picks its caches by it, also when it was started
 * without a page; the page writes it before anything of a sign-out is deleted (specification 17).
 */
import { withTimeout } from "../lib/with-timeout.ts";
import Dexie, { type EntityTable } from "dexie";

interface DeviceRow {
  key: "account";
  uid: string | null;
}

class DeviceDatabase extends Dexie {
  declare device: EntityTable<DeviceRow, "key">;

  constructor() {
    super("offbeat-device");
    this.version(1).stores({ device: "key" });
  }
}

let database: DeviceDatabase | undefined;
const open = () => (database ??= new DeviceDatabase());

export async function readActiveAccount(): Promise<string | null> {
  return (await open().device.get("account"))?.uid ?? null;
}

/** A storage that has not answered for this long hangs; milliseconds. */
const silentMs = 5_000;

/** Whether the device's storage can be read at all: what a sign-in needs would wait for it without an end. */
export const storageAnswers = (): Promise<boolean> =>
  withTimeout(silentMs, readActiveAccount()).then(
    () => true,
    () => false,
  );

/**
 * Whether something can be written. On a full disk Chromium hands out none of its databases, or makes them anew, and
 * what is not found then was not deleted.
 */
export async function storageTakesWrites(): Promise<boolean> {
  try {
    const uid = await readActiveAccount();
    await open().device.put({ key: "account", uid });
    return true;
  } catch {
    return false;
  }
}

export async function writeActiveAccount(uid: string | null): Promise<void> {
  await open().device.put({ key: "account", uid });
}
