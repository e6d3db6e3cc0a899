/** Where PostgreSQL's programs are, if they are. */
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

const debian = "/usr/lib/postgresql";

/** Folder of `initdb` and `postgres`: the newest of Debian's, or one in PATH; undefined when there is none. */
export function findPostgres() {
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, "bin")),
    ...(process.env.PATH ?? "").split(delimiter),
  ];
  return folders.find((folder) => existsSync(join(folder, "initdb")));
}
