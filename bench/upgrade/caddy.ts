import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { findFreePort } from "../cdn/nginx.ts";

const program = "/usr/bin/caddy";
const shipped = path.resolve(import.meta.dirname, "../../ops/containers/Caddyfile");
const startLimitMs = 10_000;
const pollMs = 50;

/** Whether Debian's Caddy is installed. */
export const hasCaddy = existsSync(program);

/** Caddy in front of two nodes. */
interface Caddy {
  readonly origin: string;
  stop(): Promise<void>;
}

/**
 * Starts Caddy with the Caddyfile of `compose.yaml`, but without TLS and with local nodes.
 * @throws Error if it does not start, or the file has other upstreams
 */
export async function startCaddy(
  folder: string,
  [one, other]: readonly [number, number],
): Promise<Caddy> {
  const text = await readFile(shipped, "utf8");
  const upstreams = "node-1:3000 node-2:3000";
  if (!text.includes(upstreams)) throw new Error(`${shipped} has no ${upstreams}.`);
  const file = path.join(folder, "Caddyfile");
  const site = text.replace(upstreams, `127.0.0.1:${one} 127.0.0.1:${other}`);
  await writeFile(file, `{\n\tadmin off\n}\n${site}`);
  const origin = `http://127.0.0.1:${await findFreePort()}`;
  const child = spawn(program, ["run", "--config", file, "--adapter", "caddyfile"], {
    env: { HOME: folder, SITE_ADDRESS: origin },
    stdio: "ignore",
  });
  const end = () => void child.kill("SIGKILL");
  process.once("exit", end);
  const deadline = performance.now() + startLimitMs;
  while (!(await isServing(origin))) {
    if (child.exitCode !== null || performance.now() > deadline)
      throw new Error("Caddy did not start.");
    await wait(pollMs);
  }
  return {
    origin,
    stop: async () => {
      process.removeListener("exit", end);
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      await exited;
    },
  };
}

async function isServing(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/livez`)).ok;
  } catch {
    return false;
  }
}
