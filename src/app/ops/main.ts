import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import { runCommand } from "./run-command.ts";

// Backups, exports and restored files contain personal data: only this user may read them.
process.umask(0o077);

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // A closed pipe (`| head`) is no error to report.
  if (error.code !== "EPIPE") console.error(error.message);
  process.exit(1);
});

process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  readBytes: () => buffer(process.stdin),
  print,
  warn: (line) => console.error(line),
});

async function print(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, "drain");
}
