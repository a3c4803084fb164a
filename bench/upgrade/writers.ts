import { setTimeout as wait } from "node:timers/promises";
import { contactForm } from "../../src/contract/forms/contact.ts";
import { submissionPath } from "../../src/contract/forms/submission.ts";
import { type Figure, milliseconds, note, perSecond } from "../report.ts";

const writerCount = 32;
const postPath = submissionPath(contactForm.collection);
/** Request timeout, in milliseconds; a slower form counts as failed. */
const answerLimitMs = 15_000;

interface Answer {
  readonly phase: string;
  readonly ms: number;
}

/** Concurrent writers, each of which sends one message after the other. */
export class Writers {
  /** Reference of each acknowledged message, by its email address. */
  readonly acknowledged = new Map<string, string>();
  readonly #origin: string;
  readonly #answers: Answer[] = [];
  readonly #phases = new Map<string, number>();
  readonly #errors: string[] = [];
  readonly #work: Promise<unknown>;
  #phase = "";
  #sent = 0;
  #isStopped = false;

  constructor(origin: string) {
    this.#origin = origin;
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

  /** Failed forms, each with its phase. */
  get errors(): readonly string[] {
    return this.#errors;
  }

  get sent(): number {
    return this.#sent;
  }

  /** Duration, rate and latency of each phase. */
  describe(): Figure[] {
    return [...this.#phases].map(([phase, ms]) => {
      const times = this.#answers.filter((answer) => answer.phase === phase).map((one) => one.ms);
      times.sort((one, other) => one - other);
      const p99 = times[Math.floor(times.length * 0.99)] ?? 0;
      return note(
        phase,
        `${milliseconds(ms)}, ${perSecond((1000 * times.length) / ms)}, p99 ${milliseconds(p99)}, ` +
          `longest ${milliseconds(times.at(-1) ?? 0)}`,
      );
    });
  }

  async #write(): Promise<void> {
    // Start after the caller has set the first phase, which it does synchronously.
    await wait(0);
    while (!this.#isStopped) {
      this.#sent += 1;
      const number = this.#sent;
      const phase = this.#phase;
      const start = performance.now();
      try {
        await this.#send(`ada.${number}@example.com`);
        this.#answers.push({ phase, ms: performance.now() - start });
      } catch (error) {
        this.#errors.push(`${phase}: ${error}`);
      }
    }
  }

  async #send(email: string): Promise<void> {
    const response = await fetch(`${this.#origin}${postPath}`, {
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
    const text = await response.text();
    if (response.status !== 201) throw new Error(`${response.status} ${text.slice(0, 100)}`);
    const answer = JSON.parse(text) as { reference?: string };
    this.acknowledged.set(email, answer.reference ?? "");
  }
}
