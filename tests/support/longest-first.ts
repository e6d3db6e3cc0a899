/**
 * The order of test files where none has been measured, as in a new clone: Vitest takes large files first, but those of
 * the stories are a few lines and take minutes, and the last of them would run alone.
 */
import { BaseSequencer, type TestSpecification } from "vitest/node";

const isLong = ({ moduleId }: TestSpecification) => /\/(story-|lists-|offline-|histories)[^/]*$/.test(moduleId);

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
