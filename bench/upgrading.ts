import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { contactForm } from "../src/contract/forms/contact.ts";
import { submissionPath } from "../src/contract/forms/submission.ts";
import { startPostgres } from "../tests/support/postgres.ts";
import { type ServerProcess, startProgram } from "./child.ts";
import { checkNone, count, type Figure, milliseconds, note, perSecond } from "./report.ts";
import { startOurs, withFolder } from "./server.ts";

const writerCount = 32;
const phaseMs = 8000;
const tableSize = 300_000;
const postPath = submissionPath(contactForm.collection);
/** A form that waits longer counts as failed, in milliseconds. */
const answerLimitMs = 10_000;

interface Answer {
  readonly phase: string;
  readonly ms: number;
}

/**
 * Rolls two nodes on one PostgreSQL over from an older build to this one while writers send forms.
 * `OLD_BUILD` names the folder of the older one, built.
 */
export async function measureUpgrade(): Promise<Figure[]> {
  const old = process.env.OLD_BUILD;
  const postgres = old === undefined ? undefined : await startPostgres({ durable: true });
  if (old === undefined || !postgres) return [note("Upgrade", "needs OLD_BUILD and PostgreSQL")];
  try {
    return await withFolder((folder) => rollOver(old, postgres.url, folder));
  } finally {
    await postgres.stop();
  }
}

async function rollOver(old: string, url: string, folder: string): Promise<Figure[]> {
  const settings = { DATABASE_URL: url, PORT: "0", LOG_LEVEL: "warn", RATE_LIMITS: "off" };
  const startOld = () =>
    startProgram(path.join(old, "src/server/main.js"), { ...settings, DATA_DIR: folder });
  const nodes: ServerProcess[] = [await startOld(), await startOld()];
  await fillTable(url);
  const writers = new Writers(nodes);
  await writers.during("two old nodes", () => wait(phaseMs));
  await writers.during("the new one starts and migrates", async () => {
    nodes.push(await startOurs(folder, settings));
  });
  await writers.during("two old nodes and a new one", () => wait(phaseMs));
  await writers.during("the old ones are replaced", async () => {
    await retire(nodes);
    nodes.push(await startOurs(folder, settings));
    await retire(nodes);
  });
  await writers.during("two new nodes", () => wait(phaseMs));
  await writers.stop();
  for (const node of nodes) await node.stop();
  return [...writers.describe(), await findLost(url, writers.acknowledged)];
}

/** As a proxy does: no more requests for the node, then the signal, which lets it finish. */
async function retire(nodes: ServerProcess[]): Promise<void> {
  await nodes.shift()?.stop();
}

/** Old records of a form that no job looks at, so that building an index takes its time. */
async function fillTable(url: string): Promise<void> {
  await query(
    url,
    `insert into submissions (id, collection, reference, data, email, created_at)
      select 'old-' || n, 'OldForm', 'OLD' || n, json_build_object('phone', '303555' || n)::text,
        'old' || n || '@example.com', n from generate_series(1, ${tableSize}) n`,
  );
}

/** People who send one message after the other, to any node that takes requests. */
class Writers {
  /** References by the address that each message names. */
  readonly acknowledged = new Map<string, string>();
  readonly #nodes: readonly ServerProcess[];
  readonly #answers: Answer[] = [];
  readonly #phases = new Map<string, number>();
  readonly #errors: string[] = [];
  readonly #work: Promise<unknown>;
  #phase = "";
  #sent = 0;
  #isStopped = false;

  constructor(nodes: readonly ServerProcess[]) {
    this.#nodes = nodes;
    this.#work = Promise.all(Array.from({ length: writerCount }, () => this.#write()));
  }

  async during(phase: string, work: () => Promise<void>): Promise<void> {
    this.#phase = phase;
    const start = performance.now();
    await work();
    this.#phases.set(phase, performance.now() - start);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#work;
  }

  describe(): Figure[] {
    const phases = [...this.#phases].map(([phase, ms]) => {
      const times = this.#answers.filter((answer) => answer.phase === phase).map((one) => one.ms);
      times.sort((one, other) => one - other);
      const p99 = times[Math.floor(times.length * 0.99)] ?? 0;
      return note(
        `Upgrade: ${phase}`,
        `${perSecond((1000 * times.length) / ms)}, 99th percentile ${milliseconds(p99)}, ` +
          `longest ${milliseconds(times.at(-1) ?? 0)}`,
      );
    });
    return [...phases, checkNone("Upgrade: failed forms", this.#errors, count(this.#sent))];
  }

  async #write(): Promise<void> {
    // The first phase begins in the same turn.
    await wait(0);
    while (!this.#isStopped) {
      this.#sent += 1;
      const number = this.#sent;
      const node = this.#nodes[number % this.#nodes.length];
      const phase = this.#phase;
      const start = performance.now();
      try {
        await this.#send(node?.origin ?? "", `ada.${number}@example.com`);
        this.#answers.push({ phase, ms: performance.now() - start });
      } catch (error) {
        this.#errors.push(`${phase}: ${error}`);
      }
    }
  }

  async #send(origin: string, email: string): Promise<void> {
    const response = await fetch(`${origin}${postPath}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        name: "Ada",
        email,
        phone: "555-010-2030",
        message: `I am ${email}.`,
      }),
      signal: AbortSignal.timeout(answerLimitMs),
    });
    const answer = (await response.json()) as { reference?: string };
    if (response.status !== 201) throw new Error(`${response.status} ${JSON.stringify(answer)}`);
    this.acknowledged.set(email, answer.reference ?? "");
  }
}

/** Acknowledged messages that are not there, or twice. */
async function findLost(url: string, sent: ReadonlyMap<string, string>): Promise<Figure> {
  const rows = await query(
    url,
    "select email, reference from submissions where email like 'ada.%'",
  );
  const stored = new Map(rows.map(({ email, reference }) => [email, reference]));
  const errors = [...sent].filter(([email, reference]) => stored.get(email) !== reference);
  const doubled = rows.length - stored.size;
  return checkNone(
    "Upgrade: acknowledged forms that are lost or doubled",
    [...errors.map(([email]) => `${email} is lost`), ...(doubled > 0 ? [`${doubled} twice`] : [])],
    count(sent.size),
  );
}

async function query(url: string, text: string): Promise<Record<string, string>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, string>>(text);
    return rows;
  } finally {
    await client.end();
  }
}
