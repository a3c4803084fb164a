import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkPlanted } from "./check-planted.ts";

const patch = (tests: string) => `Fault: The limit is one higher.
Tests: ${tests}

diff --git a/src/limits.ts b/src/limits.ts
--- a/src/limits.ts
+++ b/src/limits.ts
@@ -1,1 +1,1 @@
-export const limit = 20;
+export const limit = 21;
`;

function makeRoot(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(path.join(os.tmpdir(), "planted-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return root;
}

test("a planted fault has to fit the code and to name tests that exist", () => {
  const root = makeRoot({
    "src/limits.ts": "export const limit = 20;\n",
    "src/limits.test.ts": "",
    "tests/faults/planted/desk/fits.patch": patch("src/limits.test.ts"),
    "tests/faults/planted/desk/no-test.patch": patch("src/limits.test.ts src/moved.test.ts"),
    "tests/faults/planted/desk/old.patch": patch("limits").replaceAll("= 20", "= 10"),
  });
  expect(checkPlanted(root)).toEqual([
    "tests/faults/planted/desk/no-test.patch: no test file contains src/moved.test.ts in its path",
    expect.stringContaining("tests/faults/planted/desk/old.patch: does not fit any more."),
  ]);
});
