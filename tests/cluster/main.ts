/**
 * `npm run test:cluster`: failover of a PostgreSQL cluster, and failures of an object store, under
 * load (docs/failover.md). Options: `--rounds=10`, `--only=kill-leader,cut-leader`.
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
// PostgreSQL runs under its own account, which needs access.
chmodSync(folder, 0o755);
// Network, mount and PID namespaces; all their processes end with the first one.
const inside = spawn(
  "unshare",
  [
    "--net",
    "--mount",
    "--pid",
    "--fork",
    "--mount-proc",
    "--kill-child",
    // PID 1 must reap orphaned processes, or Patroni would wait for zombies.
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
