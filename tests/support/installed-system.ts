import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { brand } from "../../src/brand.ts";

/** A machine as the documents describe it, in a folder: its commands run as if by root. */
export interface InstalledSystem {
  readonly folder: string;
  /** Runs a command block. @returns its exit code and output */
  run(script: string): Promise<{ code: number | null; output: string }>;
  /** Stops the server, if a block started it, and removes the folder. */
  remove(): Promise<void>;
}

const name = brand.slug;

/**
 * Programs that would change this machine, or that it may lack. The others, npm and the wrapper of
 * the operator's commands among them, are the real ones. $SYSTEM is the folder, $REPOSITORY this one.
 */
const programs: Readonly<Record<string, string>> = {
  "apt-get": "",
  useradd: "",
  userdel: "",
  id: "echo 0",
  sqlite3: `exec "$REPOSITORY/node_modules/.bin/node" -e 'new (require("node:sqlite").DatabaseSync)(process.argv[1]).exec(process.argv[2])' "$@"`,
  // -u <user> -- <command>; the wrapper of the operator's commands has unset all variables.
  runuser: `shift 3; NODE_COMPILE_CACHE=${process.env.NODE_COMPILE_CACHE ?? ""} exec "$@"`,
  // Without the owner, whom this machine does not have.
  install: `for word; do
  shift
  case $word in -o) skip=1 ;; *) [ -n "\${skip-}" ] || set -- "$@" "$word"; skip= ;; esac
done
exec /usr/bin/install "$@"`,
  // A clone is a folder of links, so that it has the changes and the build of this one.
  git: `[ "$1" = clone ] || exec /usr/bin/git "$@"
mkdir -p "$3"; ln -s "$REPOSITORY"/* "$REPOSITORY"/.builds "$3"`,
  systemctl: `unit=$SYSTEM/etc/systemd/system/${name}.service
show() { sed -E "s#/(srv|var|etc)/#$SYSTEM&#g" "$unit"; }
stop() {
  [ -f "$SYSTEM/pid" ] || return 0
  kill "$(cat "$SYSTEM/pid")"
  while kill -0 "$(cat "$SYSTEM/pid")" 2>/dev/null; do sleep 0.05; done
  rm "$SYSTEM/pid"
}
case "$*" in
  "cat ${name}.service") show ;;
  daemon-reload) ;;
  "stop ${name}" | "disable --now ${name}"*) stop ;;
  "start ${name}" | "restart ${name}" | "enable --now ${name}"*)
    stop
    mkdir -p "$SYSTEM/var/lib/${name}"
    cd "$SYSTEM/srv/${name}/current"
    env PORT=0 $(show | sed -n 's/^Environment=//p') $(show | sed -n 's/^ExecStart=//p') > "$SYSTEM/log" 2>&1 &
    echo $! > "$SYSTEM/pid"
    until grep -q "Listening on" "$SYSTEM/log"; do kill -0 $! || { cat "$SYSTEM/log"; exit 1; }; sleep 0.05; done ;;
  *) echo "systemctl $* is not expected" >&2; exit 1 ;;
esac`,
};

/** Creates the folder of a machine on which nothing is installed yet. */
export async function makeSystem(): Promise<InstalledSystem> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "test-system-"));
  const bin = path.join(folder, "bin");
  for (const place of ["bin", "root", "etc/systemd/system", "usr/local/sbin", "var/lib"])
    await mkdir(path.join(folder, place), { recursive: true });
  for (const [program, script] of Object.entries(programs)) {
    await writeFile(path.join(bin, program), `#!/bin/sh\nset -eu\n${script}\n`);
    await chmod(path.join(bin, program), 0o755);
  }
  const env = {
    PATH: `${bin}:${folder}/usr/local/sbin:${process.env.PATH}`,
    HOME: path.join(folder, "root"),
    TMPDIR: folder,
    SYSTEM: folder,
    REPOSITORY: path.resolve("."),
  };
  return {
    folder,
    async run(script) {
      const here = script.replaceAll(
        /(?<![\w.])\/(srv|var|etc|usr\/local|root)\//g,
        `${folder}/$1/`,
      );
      const outside = [...here.matchAll(/(?<![\w.:/])\/\w[^\s'"]*/g)].filter(
        ([place]) => !place.startsWith(folder) && !place.startsWith("/usr/sbin/"),
      );
      // Such as a folder to remove, which would be this machine's.
      if (outside.length > 0) throw new Error(`Outside of the folder: ${outside.join(" ")}`);
      const child = spawn("sh", ["-eu", "-c", here], {
        cwd: folder,
        env,
        stdio: ["ignore", "pipe", "pipe"],
      });
      let output = "";
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (chunk) => {
          output += String(chunk);
        });
      const [code] = await once(child, "exit");
      return { code, output };
    },
    async remove() {
      const pid = Number(await readFile(path.join(folder, "pid"), "utf8").catch(() => ""));
      if (pid) await endPid(pid);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function endPid(pid: number): Promise<void> {
  for (let signal: NodeJS.Signals | 0 = "SIGKILL"; ; signal = 0) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    await wait(20);
  }
}
