import { type ChildProcess, execFile, spawn } from "node:child_process";
import { openSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);
const bridge = "cluster";
/** Address of this process, from which the clients send. */
const ownAddress = "10.77.0.1/24";

/** Runs a command. @returns its standard output */
export async function command(...[name = "", ...args]: string[]): Promise<string> {
  return (await run(name, args)).stdout;
}

export async function makeNetwork(): Promise<void> {
  // Keeps the names of machines private to this mount namespace.
  await command("mount", "-t", "tmpfs", "tmpfs", "/run");
  await mkdir("/run/netns");
  await command("ip", "link", "set", "lo", "up");
  await command("ip", "link", "add", bridge, "type", "bridge");
  await command("ip", "address", "add", ownAddress, "dev", bridge);
  await command("ip", "link", "set", bridge, "up");
}

interface ProgramOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Account to run under; root by default. */
  readonly user?: string;
}

/** A network namespace that simulates a computer: it can crash, freeze and lose its network. */
export class Machine {
  readonly name: string;
  readonly address: string;
  readonly #logs: string;

  private constructor(name: string, address: string, logs: string) {
    this.name = name;
    this.address = address;
    this.#logs = logs;
  }

  /** @param number last part of its IP address */
  static async start(name: string, number: number, logs: string): Promise<Machine> {
    const machine = new Machine(name, `10.77.0.${number}`, logs);
    await command("ip", "netns", "add", name);
    await command("ip", "link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", name);
    await command("ip", "link", "set", name, "master", bridge, "up");
    await machine.#do("ip", "link", "set", "lo", "up");
    await machine.#do("ip", "address", "add", `${machine.address}/24`, "dev", "eth0");
    await machine.#do("ip", "link", "set", "eth0", "up");
    return machine;
  }

  #do(...args: string[]): Promise<string> {
    return command("ip", "netns", "exec", this.name, ...args);
  }

  /** Starts a program on the machine; its output goes to the machine's log. */
  run(args: readonly string[], { env = {}, user }: ProgramOptions = {}): ChildProcess {
    const log = openSync(path.join(this.#logs, `${this.name}.log`), "a");
    const as = user ? ["setpriv", `--reuid=${user}`, `--regid=${user}`, "--clear-groups"] : [];
    return spawn("ip", ["netns", "exec", this.name, ...as, ...args], {
      env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", LC_ALL: "C.UTF-8", ...env },
      stdio: ["ignore", log, log],
    });
  }

  async pids(): Promise<number[]> {
    return (await command("ip", "netns", "pids", this.name))
      .split("\n")
      .filter(Boolean)
      .map(Number);
  }

  /** Sends a signal to all processes; repeats it, because they may fork meanwhile. */
  async signal(signal: "SIGKILL" | "SIGSTOP" | "SIGCONT"): Promise<void> {
    for (let seen = -1; ; ) {
      const pids = await this.pids();
      for (const pid of pids) sendSignal(pid, signal);
      if (pids.length === (signal === "SIGKILL" ? 0 : seen)) return;
      seen = pids.length;
      await wait(5);
    }
  }

  /** Drops all packets in both directions, silently: no RST or ICMP. */
  async cutNetwork(): Promise<void> {
    await this.#rules("input policy drop", "output policy drop");
  }

  async dropAnswers(port: number, to: readonly Machine[]): Promise<void> {
    const addresses = to.map(({ address }) => address).join(", ");
    await this.#rules("input policy accept", "output policy accept");
    const rule = `tcp sport ${port} ip daddr { ${addresses} } drop`;
    await this.#do("nft", `add rule inet cut output ${rule}`);
  }

  async #rules(input: string, output: string): Promise<void> {
    const chain = (hook: string) => `{ type filter hook ${hook.replace(" ", " priority 0; ")}; }`;
    await this.#do(
      "nft",
      `add table inet cut; add chain inet cut input ${chain(input)};
       add chain inet cut output ${chain(output)}`,
    );
  }

  async mendNetwork(): Promise<void> {
    await this.#do("nft", "delete table inet cut");
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has already exited.
  }
}
