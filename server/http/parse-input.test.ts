import * as v from "valibot";
import { expect, test } from "vitest";
import { data, endpoint } from "../../contract/endpoint.ts";
import { makeClaims, makeRequest } from "../../tests/support/request.ts";
import { parseInput } from "./parse-input.ts";

const params = v.object({ id: v.pipe(v.string(), v.regex(/^\d+$/)) });
const query = v.object({ limit: v.optional(v.pipe(v.string(), v.toNumber()), "100"), userId: v.optional(v.string()) });
const body = v.object({ title: v.string(), userId: v.optional(v.string()) });
const reply = data(v.null());
const change = endpoint("PATCH", "/things/{id}", { params, query, body, reply });
const remove = endpoint("DELETE", "/things/{id}", { params, query, reply });

const parts = { params: { id: "7" }, query: { limit: "5" }, body: { title: "New" } };
const parseChange = (changed: object, uid?: string) =>
  parseInput(change, makeRequest({ ...parts, ...changed }).request, uid === undefined ? undefined : makeClaims(uid));
const failure = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("Expected an error");
};

test("parses path, query and body with the endpoint's schemas", () => {
  expect(parseChange({ body: { title: "New", owner: "me" } })).toEqual({
    params: { id: "7" },
    query: { limit: 5 },
    body: { title: "New" },
  });
  expect(parseChange({ query: undefined })).toMatchObject({ query: { limit: 100 } });
});

test("ignores the body of an endpoint that takes none", () => {
  const { request } = makeRequest({ ...parts, body: { userId: "somebody" } });
  expect(parseInput(remove, request, makeClaims("ann"))).toMatchObject({ body: undefined });
});

test("a malformed id is not-found, before any other error", () => {
  expect(failure(() => parseChange({ params: { id: "x" }, body: {} }))).toMatchObject({ code: "not-found" });
});

test.each([{ body: {} }, { body: undefined }, { body: null }])("names the missing field: %o", (without) => {
  expect(failure(() => parseChange(without))).toMatchObject({
    code: "invalid-request",
    extra: { errors: [{ path: "title", message: "title is a required field" }] },
  });
});

test.each(["query", "body"] as const)("rejects a foreign userId in the %s", (part) => {
  const says = { [part]: { ...parts[part], userId: "ann" } };
  expect(parseChange(says, "ann")).toMatchObject({ [part]: { userId: "ann" } });
  expect(failure(() => parseChange(says, "bob"))).toMatchObject({ code: "not-yourself" });
  expect(failure(() => parseChange(says))).toMatchObject({ code: "not-yourself" });
});
