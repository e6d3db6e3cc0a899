import type { AppOptions } from "../../server/app.ts";

const page = {
  bytes: Buffer.from("<!doctype html>"),
  brotli: undefined,
  type: "text/html; charset=utf-8",
  hash: "x",
};

/** The smallest site that a server can serve: a page and a script. */
export const site: NonNullable<AppOptions["site"]> = new Map([
  ["/index.html", page],
  ["/static/js/main-abc.js", { ...page, type: "text/javascript; charset=utf-8" }],
]);
