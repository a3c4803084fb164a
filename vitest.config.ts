import os from "node:os";
import { defineConfig } from "vitest/config";

declare module "vitest" {
  interface ProvidedContext {
    /** `npm run test:full`: every page in every mode instead of the eight that use every part. */
    fullMatrix: boolean;
  }
}

/** Vitest leaves one processor free, which is one of two on a small computer. */
const workers = Math.max(2, Math.floor(os.availableParallelism() / 2));

const startPostgres = ["tests/support/global-setup.ts"];

export default defineConfig({
  test: {
    environment: "node",
    maxWorkers: workers,
    provide: { fullMatrix: process.env.TEST_MATRIX === "full" },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [
            "src/{contract,web}/**/*.test.{ts,tsx}",
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
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "faults",
          include: ["tests/faults/**/*.test.ts"],
          globalSetup: startPostgres,
          sequence: { groupOrder: 2 },
          testTimeout: 180_000,
        },
      },
    ],
  },
});
