import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { AwsClient } from "aws4fetch";
import { readConfig } from "../../src/platform/server/config/config.ts";
import type { FileStorage } from "../../src/platform/server/files/file-storage.ts";
import { openStorage } from "../../src/platform/server/files/open-storage.ts";
import { command, Machine } from "./machines.ts";
import { until } from "./until.ts";

const gatewayPort = 7480;
const bucket = "people";
/** Used only in the test's own network. */
const keys = { AWS_ACCESS_KEY_ID: "site", AWS_SECRET_ACCESS_KEY: "only-for-this-test" } as const;
/** Size of a sparse file. */
const diskBytes = 20 * 1024 ** 3;
const osdMemoryBytes = 1024 ** 3;
const programs = [
  ["mon.", "mon", "allow *"],
  ["client.admin", "mon", "allow *", "osd", "allow *"],
  ["osd.0", "mon", "allow profile osd", "osd", "allow *"],
  ["client.rgw", "mon", "allow rw", "osd", "allow rwx"],
] as const;

/** A machine with Ceph: one monitor, one disk and the object gateway. */
export class ObjectStore {
  readonly machine: Machine;
  readonly endpoint: string;
  readonly #folder: string;

  private constructor(machine: Machine, folder: string) {
    this.machine = machine;
    this.endpoint = `http://${machine.address}:${gatewayPort}`;
    this.#folder = folder;
  }

  static async start(logs: string): Promise<ObjectStore> {
    const machine = await Machine.start("store", 51, logs);
    const folder = path.join(logs, "ceph");
    await mkdir(folder);
    const store = new ObjectStore(machine, folder);
    await store.#prepare();
    await store.#startPrograms();
    const user = ["--uid=site", "--display-name=Site", `--access-key=${keys.AWS_ACCESS_KEY_ID}`];
    const secret = `--secret=${keys.AWS_SECRET_ACCESS_KEY}`;
    await store.#ceph("radosgw-admin", "user", "create", ...user, secret);
    const aws = new AwsClient({
      accessKeyId: keys.AWS_ACCESS_KEY_ID,
      secretAccessKey: keys.AWS_SECRET_ACCESS_KEY,
      region: "us-east-1",
      service: "s3",
    });
    const made = await aws.fetch(`${store.endpoint}/${bucket}`, { method: "PUT" });
    if (!made.ok) throw new Error(`No bucket: ${made.status} ${await made.text()}`);
    return store;
  }

  /** Settings of a site that stores its files there. */
  get settings(): Readonly<Record<string, string>> {
    return { ...keys, FILES_URL: `s3://${bucket}/site?endpoint=${this.endpoint}` };
  }

  openFiles(): Promise<FileStorage> {
    return openStorage(readConfig(this.settings), "files");
  }

  /** Starts its programs after a crash and waits until files can be read. */
  async restart(): Promise<void> {
    await this.#startPrograms();
    const files = await this.openFiles();
    await until("files", async () => (await files.readWhole("missing")) === undefined);
  }

  /** Starts its programs and waits until the gateway responds. */
  async #startPrograms(): Promise<void> {
    this.#run("ceph-mon", "--id=a");
    this.#run("ceph-osd", "--id=0");
    this.#run("radosgw", "--name=client.rgw");
    await until("object gateway", async () => (await fetch(this.endpoint)).ok);
  }

  /** Creates an empty disk and monitor. */
  async #prepare(): Promise<void> {
    const { address } = this.machine;
    const [cluster, disk] = [crypto.randomUUID(), crypto.randomUUID()];
    await writeFile(this.#file("ceph.conf"), this.#settings(cluster));
    await mkdir(this.#file("mon"));
    await mkdir(this.#file("osd"));
    await this.#makeKeys();
    const addresses = `[v2:${address}:3300,v1:${address}:6789]`;
    const map = this.#file("monmap");
    await command("monmaptool", "--create", "--addv", "a", addresses, `--fsid=${cluster}`, map);
    await this.#ceph("ceph-mon", "--mkfs", "--id=a", `--monmap=${map}`, `--keyring=${this.#keys}`);
    this.#run("ceph-mon", "--id=a");
    await this.#ceph("ceph", "--connect-timeout=60", "osd", "new", disk);
    await this.#ceph("ceph-osd", "--id=0", "--mkfs", `--osd-uuid=${disk}`);
    await this.machine.signal("SIGKILL");
  }

  async #makeKeys(): Promise<void> {
    const caps = (all: readonly string[]) =>
      all.flatMap((text, index) => (index % 2 === 0 ? ["--cap", text] : [text]));
    for (const [name, ...all] of programs) {
      const create = name === programs[0][0] ? ["--create-keyring"] : [];
      await command("ceph-authtool", ...create, this.#keys, "--gen-key", "-n", name, ...caps(all));
    }
  }

  get #keys(): string {
    return this.#file("keyring");
  }

  #run(name: string, id: string): void {
    this.machine.run([name, id, `--conf=${this.#file("ceph.conf")}`, "--foreground"]);
  }

  #file(name: string): string {
    return path.join(this.#folder, name);
  }

  /** Runs one of Ceph's commands in this process's namespace. */
  #ceph(name: string, ...args: string[]): Promise<string> {
    return command(name, `--conf=${this.#file("ceph.conf")}`, ...args);
  }

  #settings(cluster: string): string {
    const { address } = this.machine;
    return `
[global]
fsid = ${cluster}
mon host = [v2:${address}:3300,v1:${address}:6789]
public addr = ${address}
keyring = ${this.#keys}
run dir = ${this.#folder}
admin socket =
log to file = false
log to stderr = true
err to stderr = true
crash dir = ${this.#folder}
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd crush chooseleaf type = 0
mon allow pool size one = true
osd objectstore = bluestore
bluestore block size = ${diskBytes}
osd memory target = ${osdMemoryBytes}
[mon.a]
mon data = ${this.#file("mon")}
[osd.0]
osd data = ${this.#file("osd")}
[client.rgw]
rgw data = ${this.#folder}
rgw frontends = beast endpoint=${address}:${gatewayPort}
`;
  }
}
