import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** Debian's location, which is not in every user's PATH. */
const program = ["/usr/sbin/nginx", "/usr/local/sbin/nginx"].find((file) => existsSync(file));
const shipped = path.resolve(import.meta.dirname, "../../ops/nginx/site.conf");
const startLimitMs = 10_000;

/** Whether nginx is installed. */
export const hasNginx = program !== undefined;

/** An nginx that the bench started. */
export interface Nginx {
  readonly origin: string;
  readonly port: number;
  stop(): Promise<void>;
}

/**
 * Starts nginx on a free port.
 * @param folder empty folder for its files
 * @param describe returns the content of the `http` block for a port
 */
export async function startNginx(
  folder: string,
  describe: (port: number) => string,
): Promise<Nginx> {
  if (!program) throw new Error("nginx is not installed.");
  const port = await findFreePort();
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const file = path.join(folder, "nginx.conf");
  await writeFile(
    file,
    // Otherwise its workers run under an account that may not write to this folder.
    `${process.getuid?.() === 0 ? "user root;" : ""}
    daemon off;
    worker_processes auto;
    pid ${folder}/nginx.pid;
    error_log ${folder}/error.log warn;
    events { worker_connections 1024; }
    http {
      access_log off;
      # The load generator keeps its connections.
      keepalive_requests 1000000000;
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join("\n")}
      ${describe(port)}
    }`,
  );
  const child = spawn(program, ["-c", file, "-e", `${folder}/error.log`], { stdio: "ignore" });
  // SIGKILL would orphan its workers.
  const end = () => void child.kill("SIGTERM");
  process.once("exit", end);
  const origin = `http://127.0.0.1:${port}`;
  await untilListening(origin, () => child.exitCode !== null);
  return {
    origin,
    port,
    stop: async () => {
      process.removeListener("exit", end);
      const exited = once(child, "exit");
      child.kill("SIGQUIT");
      await exited;
    },
  };
}

/**
 * The shipped configuration, without TLS, for a server at another address.
 * @throws Error if a line to replace is missing
 */
export async function shippedSite(
  folder: string,
  server: string,
): Promise<(port: number) => string> {
  const text = await readFile(shipped, "utf8");
  const replace = (from: string, to: string, before: string) => {
    if (!before.includes(from)) throw new Error(`${shipped} has no "${from}".`);
    return before.replace(from, to);
  };
  return (port) =>
    [
      ["listen 80;", `listen unix:${folder}/http.sock;`],
      ["listen 443 ssl http2;", `listen 127.0.0.1:${port};`],
      ["ssl_certificate /etc/ssl/site.pem;", ""],
      ["ssl_certificate_key /etc/ssl/site.key;", ""],
      ["server 127.0.0.1:3000;", `server ${new URL(server).host};`],
      ["/var/cache/nginx/site", `${folder}/cache`],
    ].reduce((before, [from = "", to = ""]) => replace(from, to, before), text);
}

async function untilListening(origin: string, hasEnded: () => boolean): Promise<void> {
  const deadline = performance.now() + startLimitMs;
  for (;;) {
    try {
      await (await fetch(origin)).arrayBuffer();
      return;
    } catch (error) {
      if (hasEnded() || performance.now() > deadline) throw error;
      await wait(50);
    }
  }
}

/** A free port. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : 0;
}
