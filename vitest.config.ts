import os from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** `npm run test:full`: every page in every mode instead of the eight that use every part. */
    fullMatrix: boolean;
  }
}

/**
 * Vitest leaves one processor free, which is one of two on a small computer. Two workers more than
 * processors, because tests wait: for a database, a frame of the browser or a time limit.
 */
const workers = Math.max(2, Math.floor(os.availableParallelism() / 2)) + 2;

/** Tests start processes, browsers and databases: on a busy computer each may take its time, in ms. */
const slow = 180_000;

/** Files that leave a processor idle: one waits for timeouts, the other would run last and alone. */
const first = ["tests/faults/silent-postgres.test.ts", "tests/unit/brand.test.ts"];

/** Vitest runs one project after the other: this starts the files of `first` before all others. */
class Sequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isFirst = ({ moduleId }: TestSpecification) =>
      first.some((end) => moduleId.endsWith(end));
    const sorted = await super.sort(files);
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))];
  }
}

const startPostgres = ["tests/support/global-setup.ts"];

export default defineConfig({
  test: {
    environment: "node",
    // Files share what they import: the server is read once for each worker, not for each file.
    isolate: false,
    maxWorkers: workers,
    sequence: { sequencer: Sequencer },
    provide: { fullMatrix: process.env.TEST_MATRIX === "full" },
    // One group: no worker idles at the end of a project.
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [
            "src/{contract,web,desk}/**/*.test.{ts,tsx}",
            "src/*.test.ts",
            "scripts/**/*.test.ts",
            "tests/unit/**/*.test.ts",
          ],
        },
      },
      {
        extends: true,
        test: {
          name: "server",
          include: ["src/{server,ops}/**/*.test.ts", "tests/server/**/*.test.ts"],
          globalSetup: startPostgres,
          testTimeout: slow,
          hookTimeout: slow,
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          // A busy computer can starve a browser for seconds; what is broken fails every time.
          retry: 1,
          testTimeout: slow,
          hookTimeout: slow,
        },
      },
      {
        extends: true,
        test: {
          name: "faults",
          include: ["tests/faults/**/*.test.ts"],
          globalSetup: startPostgres,
          testTimeout: slow,
        },
      },
    ],
  },
});
