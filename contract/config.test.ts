import { expect, it } from "vitest";
import { isServerPath, serverPaths } from "./config.ts";

it("tells the server's paths from those of screens", () => {
  for (const path of serverPaths) expect(isServerPath(path)).toBe(true);
  for (const path of ["/api", "/api/songs", "/media/x"]) expect(isServerPath(path)).toBe(true);
  for (const path of ["/", "/apiary", "/config.json.br", "/healthzz", "/favorites"])
    expect(isServerPath(path)).toBe(false);
});
