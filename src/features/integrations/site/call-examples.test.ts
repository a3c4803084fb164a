import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { type Language, languages, writeExample } from "./call-examples.ts";

const call = {
  method: "PUT",
  url: "https://www.example.com/api/v1/requests/app%3A1",
  type: "application/json",
  body: '{ "requestTitle": "Tom\'s $5 ride" }',
};

test("examples name method, address, type and body in each language", () => {
  for (const language of Object.keys(languages) as Language[]) {
    const text = writeExample(language, call);
    for (const part of [call.url, "PUT", "application/json", "requestTitle"]) {
      expect([language, text]).toEqual([language, expect.stringContaining(part)]);
    }
    const read = writeExample(language, { method: "GET", url: call.url });
    expect(read).not.toContain("Content-Type");
  }
});

test("quotes and dollars stay what they are", () => {
  const { stdout } = spawnSync("sh", [
    "-c",
    `curl() { for a; do echo "$a"; done; }; ${writeExample("curl", call)}`,
  ]);
  expect(String(stdout).split("\n")).toContain(call.body);
  expect(writeExample("kotlin", call)).toContain("Tom's \\$5 ride");
  expect(writeExample("swift", call)).toContain(`\n${call.body}\n`);
  const script = `const token = "t"; const fetch = async (url, { body }) => ({ status: 200, text: async () => body });
    (async () => { ${writeExample("javascript", call)} })();`;
  expect(String(spawnSync(process.execPath, ["-e", script]).stdout)).toBe(`200 ${call.body}\n`);
});
