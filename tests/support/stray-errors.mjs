/** Writes the errors that were thrown beside the tests, which the report in JSON leaves out, to a file. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/setup.mjs";

export default class StrayErrors {
  /** @param errors as vitest serialized them: each has a stack or a message */
  onTestRunEnd(_modules, errors) {
    if (errors.length === 0) return;
    const lines = errors.map(({ stack, message }) => stack ?? message);
    writeFileSync(join(root, "test-results", "stray-errors.txt"), lines.join("\n"));
  }
}
