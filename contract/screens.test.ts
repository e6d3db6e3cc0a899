import { expect, test } from "vitest";
import { documentOf, visitorPathOf } from "./screens.ts";

test.each([
  ["/", "index.html", "/login"],
  ["/login", "index.html", "/login"],
  ["/home-page", "index.html", "/login"],
  ["/home-page/", "index.html", "/login"],
  ["/register", "register.html", "/register"],
  ["/register/", "register.html", "/register"],
  ["/register/artist", "register-artist.html", "/register/artist"],
  ["/favorites", "favorites.html", "/login"],
  ["/auth/action", "auth-action.html", "/auth/action"],
  ["/auth/action/", "auth-action.html", "/auth/action"],
  // For the app to say that there is nothing.
  ["/register/x", "index.html", undefined],
  ["/no/such", "index.html", undefined],
])("%s is answered with %s, and shows visitors %s", (path, file, visitor) => {
  expect([documentOf(path).file, visitorPathOf(path)]).toEqual([file, visitor]);
});
