import { expect, test } from "vitest";
import { catalogue } from "./de.ts";

// 20.2: plurals follow the language's rules. Of songs ("der Song") one more is "1 weiterer".
test("one more song is counted as one song", () => {
  expect.soft(catalogue.storage.more(1)).toBe("und 1 weiterer");
  expect.soft(catalogue.playlistForm.more(1)).toBe("und 1 weiterer");
  expect.soft(catalogue.storage.more(2)).toBe("und 2 weitere");
  // "die Änderung"
  expect.soft(catalogue.changes.more(1)).toBe("und 1 weitere");
});
