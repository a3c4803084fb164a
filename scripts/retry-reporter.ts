import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Reporter, TestCase } from "vitest/node";

/** Environment variable with the file that the names go to. */
export const retriedFileVariable = "RETRIED_TESTS_FILE";

/** Writes down which tests passed only on a second try, as a JSON array of "file: test". */
export default class RetryReporter implements Reporter {
  readonly #retried: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (!test.diagnostic()?.flaky) return;
    this.#retried.push(`${path.relative(process.cwd(), test.module.moduleId)}: ${test.fullName}`);
  }

  onTestRunEnd(): void {
    const file = process.env[retriedFileVariable];
    if (file !== undefined) writeFileSync(file, JSON.stringify(this.#retried));
  }
}
