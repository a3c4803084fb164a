import { once } from "node:events";
import { type Readable, Writable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { describeError } from "../../platform/ops/describe-error.ts";
import { OperatorError } from "../../platform/ops/operator-error.ts";
import { runCommand } from "./run-command.ts";

// Backups, exports and restored files contain personal data: only this user may read them.
process.umask(0o077);

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // A closed pipe (`| head`) is no error to report.
  if (error.code !== "EPIPE") console.error(describeError(error));
  process.exit(1);
});

process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  readBytes: () => buffer(process.stdin),
  openInput,
  openOutput,
  print,
  warn: (line) => console.error(line),
});

async function print(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, "drain");
}

/** @throws OperatorError for a terminal, which would wait forever */
function openInput(): Readable {
  if (process.stdin.isTTY) {
    throw new OperatorError("Give the backup on standard input, for instance: < site.jsonl.gz");
  }
  return process.stdin;
}

/** @throws OperatorError for a terminal, which would show the bytes */
function openOutput(): Writable {
  if (process.stdout.isTTY) {
    throw new OperatorError("Send standard output to a file or program: > site.jsonl.gz");
  }
  return new Writable({
    write: (chunk, _encoding, done) => void process.stdout.write(chunk, done),
  });
}
