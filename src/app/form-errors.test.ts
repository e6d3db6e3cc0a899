import { expect, test } from "vitest";
import { ApiError } from "../api/api-error.ts";
import { formErrors } from "./form-errors.ts";

const problem = (code: string, errors?: { path: string; message: string }[]) =>
  new ApiError(code, "What the server said", {
    status: 422,
    problem: { status: 422, title: "x", code, errors },
  });

test.each([
  ["no network", new ApiError("network", "x"), { "": expect.stringContaining("You're offline") as string }],
  ["an image", problem("unsupported-media"), { image: "What the server said" }],
  [
    "fields",
    problem("invalid-request", [
      { path: "songData.title", message: "Too short" },
      { path: "image", message: "Not yours" },
    ]),
    { title: "Too short", image: "Not yours" },
  ],
  [
    "images, as the calls name them",
    problem("invalid-request", [{ path: "playlist.playlistImage", message: "Not yours" }]),
    { image: "Not yours" },
  ],
  [
    "the profile's",
    problem("invalid-request", [{ path: "profileImage", message: "Not a url" }]),
    { image: "Not a url" },
  ],
  ["any other refusal", problem("not-owner"), { "": "What the server said" }],
  ["a mistake of ours", new TypeError("x is undefined"), { "": "Something went wrong! Try again" }],
])("%s", (_, error, errors) => {
  expect(formErrors(error)).toEqual(errors);
});
