import { defineConfig } from "vitest/config";

const globalSetup = ["tests/support/global-setup.ts"];

export default defineConfig({
  test: {
    globalSetup,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          environment: "node",
          include: ["src/**/*.test.{ts,tsx}", "tests/unit/**/*.test.{ts,tsx}"],
        },
      },
      {
        extends: true,
        test: { name: "faults", environment: "node", include: ["tests/faults/**/*.test.ts"] },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          environment: "node",
          include: ["tests/e2e/**/*.test.{ts,tsx}"],
          fileParallelism: false,
          testTimeout: 30_000,
        },
      },
    ],
  },
});
