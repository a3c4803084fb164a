import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";

test("startup and first responses use no Intl formatter, whose first use takes 18 ms", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "start-"));
  const program = `
    const refuse = (name) => function () { throw new Error(name + " at startup"); };
    for (const name of Object.getOwnPropertyNames(Intl))
      if (/Format$|Collator|Segmenter|PluralRules/.test(name)) Intl[name] = refuse(name);
    for (const { prototype } of [Number, BigInt, Date, Temporal.PlainDate])
      prototype.toLocaleString = refuse("toLocaleString");
    const { registerHooks } = await import("node:module");
    registerHooks({
      resolve(specifier, context, next) {
        const module = next(specifier, context);
        const optional = /node_modules\\/(ajv|@opentelemetry(?!\\/api\\/)|nodemailer|stripe|twilio|sharp|postal-mime|html-to-text|chardet|iconv-lite|csv-parse|pkijs|rtf-stream-parser)\\//;
        const [, name] = optional.exec(module.url) ?? [];
        if (name) console.log(name + " loaded at startup");
        return module;
      },
    });
    const { start } = await import("./src/app/server/start.ts");
    const { status } = await fetch(await start());
    // Longer than the delay before the jobs' first runs.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    process.exit(status === 200 ? 0 : 1);
  `;
  try {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      ["--input-type=module", "--eval", program],
      {
        env: { PORT: "0", DATA_DIR: folder, NODE_ENV: "production" },
        encoding: "utf8",
        timeout: 60_000,
      },
    );
    expect({
      status,
      stderr,
      failures: /failed|\S+ (?:loaded )?at startup/.exec(stdout)?.[0],
    }).toEqual({
      status: 0,
      stderr: "",
      failures: undefined,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);
