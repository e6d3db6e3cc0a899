/**
 * One descriptor per endpoint of the API. Page, worker, server and tests share it, so that each path, body and reply is
 * defined once.
 */
import * as v from "valibot";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The configurable base URL of a path (`/config.json`). */
export type Base = "api" | "statistics";

type Schema = v.GenericSchema;

export interface Endpoint<
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  R extends Schema = Schema,
> {
  readonly base: Base;
  readonly method: Method;
  /** Whether it changes nothing. The API has two questions that are asked by PUT, for their bodies. */
  readonly isRead: boolean;
  /** Path template with `{name}` for each parameter, with the trailing slash that the specification gives some. */
  readonly path: string;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** The whole response body, `{ data, next? }`; `v.undefined_()` for 204. */
  readonly reply: R;
  /** The success status. */
  readonly status: 200 | 201 | 204;
}

const None = v.object({});
type None = typeof None;
const NoBody = v.undefined_();

interface Options<P, Q, B, R> {
  base?: Base;
  isRead?: boolean;
  params?: P;
  query?: Q;
  body?: B;
  reply: R;
  status?: 200 | 201 | 204;
}

/** Creates a descriptor; defaults are empty inputs, status 200 and the main API. */
export function endpoint<
  R extends Schema,
  P extends Schema = None,
  Q extends Schema = None,
  B extends Schema = typeof NoBody,
>(method: Method, path: string, options: Options<P, Q, B, R>): Endpoint<P, Q, B, R> {
  // The type parameters and the values have the same defaults, which the compiler cannot see.
  return {
    base: "api",
    isRead: method === "GET",
    params: None,
    query: None,
    body: NoBody,
    status: 200,
    ...options,
    method,
    path,
  } as unknown as Endpoint<P, Q, B, R>;
}

/** `{ "data": … }` of a success. */
export const data = <S extends Schema>(schema: S) => v.object({ data: schema });

/** `{ "data": […], "next": cursor | null }` of a list. */
export const list = <S extends Schema>(schema: S) => v.object({ data: v.array(schema), next: v.nullable(v.string()) });

/** Fills in and escapes the path parameters. Throws a TypeError for a missing one. */
export function fillPath(path: string, params: Record<string, unknown>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (typeof value !== "string") throw new TypeError(`${path} needs the parameter ${name}`);
    return encodeURIComponent(value);
  });
}
