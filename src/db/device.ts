/**
 * The device's own record of whose account is in use. The worker picks its caches by it, also when it was started
 * without a page; the page writes it before anything of a sign-out is deleted (specification 17).
 */
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

export async function writeActiveAccount(uid: string | null): Promise<void> {
  await open().device.put({ key: "account", uid });
}
