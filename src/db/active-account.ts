/**
 * The device's record of the active account. The worker chooses its caches by it, also when it runs without a page; the
 * page updates it before a sign-out deletes anything.
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

/** A storage that takes longer than this counts as hanging; milliseconds. */
export const silentMs = 5_000;

/** Whether the device's storage can be read. A sign-in would wait for a hanging one for ever. */
export const storageAnswers = (): Promise<boolean> =>
  withTimeout(silentMs, readActiveAccount()).then(
    () => true,
    () => false,
  );

/**
 * Whether the device's storage can be written. On a full disk Chromium opens no database or an empty one, so that missing
 * data does not prove a deletion.
 */
export async function storageTakesWrites(): Promise<boolean> {
  const { device } = open();
  try {
    // In one transaction: another tab may be signing in.
    await open().transaction("rw", device, async () => device.put({ key: "account", uid: await readActiveAccount() }));
    return true;
  } catch {
    return false;
  }
}

/** Writes nothing where that is recorded already: on a full disk it would fail. */
export async function writeActiveAccount(uid: string): Promise<void> {
  const { device } = open();
  await open().transaction("rw", device, async () => {
    if ((await readActiveAccount()) !== uid) await device.put({ key: "account", uid });
  });
}

/** Records that the account is no longer the active one, unless another has taken its place meanwhile. */
export async function forgetActiveAccount(uid: string): Promise<void> {
  const { device } = open();
  await open().transaction("rw", device, async () => {
    if ((await readActiveAccount()) === uid) await device.put({ key: "account", uid: null });
  });
}
