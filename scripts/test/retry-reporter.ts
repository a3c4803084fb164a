import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Reporter, TestCase } from "vitest/node";

/** Environment variable with the path of the file to write. */
export const retriedFileVariable = "RETRIED_TESTS_FILE";

/** A flaky test: it passed only when retried. */
export interface RetriedTest {
  /** "file: test". */
  readonly name: string;
  /** Stacks and diffs of the first attempt's errors. */
  readonly errors: readonly string[];
}

/** Writes the flaky tests to a file, as a JSON array of `RetriedTest`. */
export default class RetryReporter implements Reporter {
  readonly #retried: RetriedTest[] = [];

  onTestCaseResult(test: TestCase): void {
    if (!test.diagnostic()?.flaky) return;
    this.#retried.push({
      name: `${path.relative(process.cwd(), test.module.moduleId)}: ${test.fullName}`,
      errors: (test.result().errors ?? []).map(
        ({ message, stack = message, diff = "" }) => `${stack}\n${diff}`,
      ),
    });
  }

  onTestRunEnd(): void {
    const file = process.env[retriedFileVariable];
    if (file !== undefined) writeFileSync(file, JSON.stringify(this.#retried));
  }
}
