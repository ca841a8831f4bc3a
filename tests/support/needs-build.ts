import { beforeAll } from "vitest";
import { buildIfChanged } from "../../dev/run/build";

/** Time for a build (ms), where no other test has made one. */
const BUILD_MS = 300_000;

/** Builds the app before the tests of a file, where its sources have changed. */
export function needsBuild(): void {
  beforeAll(async () => void (await buildIfChanged()), BUILD_MS);
}
