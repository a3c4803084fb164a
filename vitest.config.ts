import os from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** `npm run test:full`: every page in every mode instead of eight that use every component. */
    fullMatrix: boolean;
  }
}

/**
 * By default Vitest leaves one CPU unused, which is half of a two-CPU computer. Starts three workers
 * more than half the CPUs, at least five: tests often wait for a database, a browser or a timeout.
 */
const workers = Math.max(2, Math.floor(os.availableParallelism() / 2)) + 3;

/** In milliseconds: on a busy computer processes, browsers and databases start slowly. */
const slow = 180_000;

/** Limits of tests with servers. `expect.poll` would give up after a second, which a stall can last. */
const patience = {
  testTimeout: slow,
  hookTimeout: slow,
  expect: { poll: { timeout: 20_000 } },
};

/** Files to start first: one waits for timeouts, the other is so long that it would end alone. */
const first = ["tests/faults/silent-postgres.test.ts", "tests/unit/brand.test.ts"];

/** Vitest runs one project after the other; this starts the files in `first` before all others. */
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
    // Files share modules: the server is loaded once per worker instead of once per file.
    isolate: false,
    maxWorkers: workers,
    sequence: { sequencer: Sequencer },
    provide: { fullMatrix: process.env.TEST_MATRIX === "full" },
    // One group, so that no worker idles at the end of a project.
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [
            "src/{platform,app,features/*}/{contract,site,desk}/**/*.test.{ts,tsx}",
            "src/*.test.ts",
            "scripts/**/*.test.ts",
            "tests/unit/**/*.test.{ts,tsx}",
          ],
          ...patience,
        },
      },
      {
        extends: true,
        test: {
          name: "server",
          include: [
            "src/{platform,app,features/*}/{server,ops}/**/*.test.ts",
            "tests/server/**/*.test.ts",
          ],
          globalSetup: startPostgres,
          ...patience,
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          // A busy computer can starve a browser for seconds; a real error fails both attempts.
          retry: 1,
          ...patience,
        },
      },
      {
        extends: true,
        test: {
          name: "faults",
          include: ["tests/faults/**/*.test.ts"],
          globalSetup: startPostgres,
          ...patience,
        },
      },
    ],
  },
});
