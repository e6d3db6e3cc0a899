/** Starts the PostgreSQL that the second run of the server's suites is on, with a migrated database to copy. */
import type { TestProject } from "vitest/node";
import { openPostgres } from "../../server/db/postgres.ts";
import { prepare } from "../../server/db/migrate-and-index.ts";
import { startCluster, urlOf } from "./postgres.ts";

export interface PostgresForTests {
  /** Of a database from which others are made. */
  url: string;
  /** Name of a database with all migrations and no rows. */
  migrated: string;
}

declare module "vitest" {
  interface ProvidedContext {
    /** Absent where the embedded engine is tested. */
    postgres?: PostgresForTests;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env["TEST_DATABASE_URL"];
  const cluster = given === undefined ? await startCluster() : undefined;
  const url = given ?? cluster?.url ?? "";
  const migrated = `offbeat_migrated_${process.pid}`;
  const admin = openPostgres(url, { connections: 1 });
  const close = async () => {
    await admin.query(`drop database if exists ${migrated}`);
    await admin.close();
    await cluster?.remove();
  };
  try {
    await admin.query(`create database ${migrated}`);
    const db = openPostgres(urlOf(url, migrated), { connections: 1 });
    await prepare(db).finally(() => db.close());
  } catch (error) {
    await close();
    throw error;
  }
  project.provide("postgres", { url, migrated });
  return close;
}
