/**
 * The order of test files where none has been measured, as in a new clone: Vitest takes large files first, but those of
 * the stories are a few lines and take minutes, and the last of them would run alone. Components, which compute, come
 * between browser tests, which wait.
 */
import { BaseSequencer, type TestSpecification } from "vitest/node";

const isLong = ({ moduleId }: TestSpecification) => /\/(story-|lists-|offline-|histories)[^/]*$/.test(moduleId);
const isComponent = ({ project }: TestSpecification) => project.name === "components";
const isInBrowser = ({ project }: TestSpecification) => project.name.startsWith("e2e");

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const longest = [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
    const inBrowser = longest.filter(isInBrowser);
    return [
      ...longest.filter((file) => !isInBrowser(file) && !isComponent(file)),
      ...spread(longest.filter(isComponent), inBrowser),
    ];
  }
}

/** `few` evenly between `others`, each in its order. */
function spread<T>(few: readonly T[], others: readonly T[]): T[] {
  const share = few.length / Math.max(1, others.length);
  const part = (index: number) => few.slice(Math.round(index * share), Math.round((index + 1) * share));
  return others.length === 0 ? [...few] : others.flatMap((other, index) => [other, ...part(index)]);
}
