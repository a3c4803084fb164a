/**
 * `npm run test:cluster`: a PostgreSQL cluster that fails over, and an object store, under load (docs/failover.md).
 * Options: `--rounds=10`, `--only=kill-leader,cut-leader`.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { findMissing } from "./requirements.ts";

const missing = findMissing();
if (missing.length > 0) {
  const lines = ["test:cluster was skipped. It lacks:", ...missing.map((one) => `  ${one}`)];
  console.log(lines.join("\n"));
  process.exit(process.env.CI === "true" ? 1 : 0);
}

const folder = mkdtempSync(path.join(os.tmpdir(), "test-cluster-"));
// PostgreSQL runs under its own account.
chmodSync(folder, 0o755);
// Networks, mounts and processes of its own, which all end with the first process in them.
const inside = spawn(
  "unshare",
  [
    "--net",
    "--mount",
    "--pid",
    "--fork",
    "--mount-proc",
    "--kill-child",
    // The first process has to reap what others leave, or Patroni would wait for dead servers.
    "sh",
    "-c",
    '"$@" & wait $!',
    "sh",
    process.execPath,
    path.resolve("tests/cluster/inside.ts"),
    folder,
    ...process.argv.slice(2),
  ],
  { stdio: "inherit" },
);
// unshare ignores other signals.
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => inside.kill("SIGKILL"));
}
const [status] = (await once(inside, "exit")) as [number | null];
if (status === 0) rmSync(folder, { recursive: true });
else console.log(`Logs: ${folder}`);
process.exitCode = status ?? 1;
