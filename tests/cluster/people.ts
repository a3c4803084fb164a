import { setTimeout as wait } from "node:timers/promises";
import { profileEndpoints } from "../../src/features/customers/contract/profile.ts";
import { contactForm } from "../../src/features/messages/contract/forms/contact.ts";
import { pathOf, personHeader } from "../../src/platform/contract/define-endpoint.ts";
import {
  submissionExtras,
  submissionPath,
} from "../../src/platform/contract/form-engine/submission.ts";
import { apiPaths } from "../support/api-paths.ts";
import { validValues } from "../support/form-values.ts";
import { colorOf, nameOf, paint } from "./colors.ts";
import { History, type Ledger } from "./ledger.ts";
import { Person } from "./person.ts";

/** Timeout of our pages' own requests, in milliseconds. */
const pageTimeoutMs = 30_000;
/** Pauses of one client between attempts, and between actions, in milliseconds. */
const pauseMs = { retry: 500, form: 300, profile: 500, account: 1500, picture: 1500 } as const;
const writers = { form: 44, profile: 8, account: 6, picture: 6 };
export const writerCount = Object.values(writers).reduce((sum, count) => sum + count);

/** A response whose body has been read. */
export interface Answer {
  readonly status: number;
  readonly bytes: Buffer;
  /** Empty unless it is JSON. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly response: Response;
}

/** A client that an incident directs to a node. */
export interface Visitor {
  upload(origin: string, picture: Buffer): Promise<Answer | undefined>;
  read(origin: string, path: string): Promise<Answer | undefined>;
}

/** Failures that our pages explain during an outage. */
const outages = ["503 unavailable", "507 storage-full"];
/** Responses to a retry whose first response was lost. */
const repeated = ["409 email-already-in-use", "409 conflict"];

/** Clients that send forms, sign up, change profiles and upload pictures until stopped. */
export class People {
  readonly #origin: string;
  readonly #ledger: Ledger;
  #isStopped = false;
  #work: Promise<unknown> = Promise.resolve();
  #count = 0;

  constructor(origin: string, ledger: Ledger) {
    this.#origin = origin;
    this.#ledger = ledger;
  }

  start(): void {
    const many = (count: number, act: () => Promise<void>) => Array.from({ length: count }, act);
    this.#work = Promise.all([
      ...many(writers.form, () => this.#repeat(pauseMs.form, () => this.#sendForm())),
      ...many(writers.account, () => this.#repeat(pauseMs.account, () => this.#signUp())),
      ...many(writers.profile, () => this.#changeProfiles()),
      ...many(writers.picture, () => this.#uploadPictures()),
    ]);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#work;
  }

  /** Creates a client with an account; undefined once stopped. */
  async newVisitor(): Promise<Visitor | undefined> {
    const person = await this.#signUp();
    if (!person) return undefined;
    return {
      upload: (origin, picture) => this.#as(person, "PUT", apiPaths.picture, picture, origin),
      read: (origin, path) => this.#as(person, "GET", path, undefined, origin),
    };
  }

  async #repeat(pause: number, act: () => Promise<unknown>): Promise<void> {
    while (!this.#isStopped) {
      await act();
      await wait(pause * (0.5 + Math.random()));
    }
  }

  /** Sends one form until it is acknowledged, like a person who presses Send again. */
  async #sendForm(): Promise<void> {
    const send = this.#newForm(this.#origin);
    await this.#insist(send);
  }

  /** Sends one form to a node, once. @returns whether it was acknowledged */
  async sendTo(origin: string): Promise<boolean> {
    return (await this.#newForm(origin)()) !== undefined;
  }

  /** @returns a function that sends the same form each time; it resolves if the form was stored */
  #newForm(origin: string): () => Promise<Answer | undefined> {
    const message = `Message ${this.#next()}`;
    const body = {
      ...validValues(contactForm),
      message,
      [submissionExtras.key]: `${Date.now().toString(36)}-${crypto.randomUUID()}`,
      [submissionExtras.formTime]: "9000",
    };
    this.#ledger.sentForms.add(message);
    const path = submissionPath(contactForm.collection);
    return async () => {
      const answer = await this.#send("POST", path, body, {}, origin);
      if (!answer || answer.status >= 300) return undefined;
      this.#ledger.forms.set(message, String(answer.body.reference));
      return answer;
    };
  }

  #next(): string {
    this.#count += 1;
    return `${this.#count}`;
  }

  /** Creates an account. If the response was lost, the address is in use: logs in instead. */
  async #signUp(): Promise<Person | undefined> {
    const email = `person${this.#next()}@example.com`;
    const values = {
      firstName: "Ruth",
      lastName: "Abernathy",
      city: "Boulder",
      state: "CO",
      zip: "80302",
      email,
      phone: "303-555-0101",
      password: "seven apples",
    };
    const { email: name, password } = values;
    this.#ledger.sentAccounts.add(email);
    let isTaken = false;
    let tries = 0;
    const answer = await this.#insist(async () => {
      tries += 1;
      if (isTaken) return this.#send("POST", apiPaths.login, { email: name, password });
      const created = await this.#send("POST", apiPaths.createAccount, values);
      // Only after a failure, when the account may already exist.
      isTaken = tries > 1 && created?.body.code === "email-already-in-use";
      return isTaken ? undefined : created;
    });
    if (!answer) return undefined;
    this.#ledger.accounts.add(email);
    return new Person(email, answer.response);
  }

  async #changeProfiles(): Promise<void> {
    const person = await this.#signUp();
    if (!person) return;
    const cities = new History();
    cities.send("Boulder");
    cities.acknowledge();
    this.#ledger.cities.set(person.email, cities);
    await this.#repeat(pauseMs.profile, async () => {
      const city = `City ${this.#next()}`;
      cities.send(city);
      const answer = await this.#insist(async () => {
        const read = await this.#as(person, "GET", pathOf(profileEndpoints.read));
        if (!read || read.status >= 300) return read;
        const { version, user } = read.body as { version: number; user: { city: string } };
        // The response to an earlier attempt was lost.
        if (user.city === city) return read;
        const change = { version, changes: { city } };
        return this.#as(person, "PATCH", pathOf(profileEndpoints.change), change);
      });
      if (answer) cities.acknowledge();
    });
  }

  async #uploadPictures(): Promise<void> {
    const person = await this.#signUp();
    if (!person) return;
    const colors = new History();
    this.#ledger.colors.set(person.email, colors);
    let turn = 0;
    await this.#repeat(pauseMs.picture, async () => {
      turn += 1;
      const background = colorOf(turn);
      const bytes = await paint(background);
      colors.send(nameOf(background));
      const answer = await this.#insist(() => this.#as(person, "PUT", apiPaths.picture, bytes));
      if (answer) colors.acknowledge();
    });
  }

  /** Retries until it succeeds or the clients are stopped. */
  async #insist(act: () => Promise<Answer | undefined>): Promise<Answer | undefined> {
    for (;;) {
      const answer = await act();
      if (answer && answer.status < 300) {
        this.#ledger.acknowledge();
        return answer;
      }
      if (this.#isStopped) return undefined;
      await wait(pauseMs.retry * (0.5 + Math.random()));
    }
  }

  async #as(person: Person, method: string, path: string, body?: object, origin?: string) {
    const headers = {
      cookie: person.cookie,
      "sec-fetch-site": "same-origin",
      ...(person.uid && { [personHeader]: person.uid }),
    };
    const answer = await this.#send(method, path, body, headers, origin);
    if (answer) person.keep(answer.response);
    return answer;
  }

  /** @returns undefined without a response that our pages understand; counted as a failure */
  async #send(
    method: string,
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
    origin = this.#origin,
  ): Promise<Answer | undefined> {
    const isPicture = body instanceof Buffer;
    let answer: Answer;
    try {
      const response = await fetch(origin + path, {
        method,
        headers: {
          ...headers,
          ...(body && { "content-type": isPicture ? "image/png" : "application/json" }),
        },
        ...(body && { body: isPicture ? new Uint8Array(body) : JSON.stringify(body) }),
        signal: AbortSignal.timeout(pageTimeoutMs),
      });
      const { status } = response;
      const bytes = Buffer.from(await response.arrayBuffer());
      if (status >= 500 && bytes.length === 0) {
        this.#ledger.count("failures", `${status} of Caddy`);
        return undefined;
      }
      const isJson = response.headers.get("content-type")?.startsWith("application/json");
      answer = { status, bytes, body: isJson ? JSON.parse(String(bytes)) : {}, response };
    } catch (error) {
      const { name, cause } = error as Error;
      const code = (cause as { code?: string } | undefined)?.code ?? name;
      this.#ledger.count("failures", `no answer (${code})`);
      return undefined;
    }
    if (answer.status >= 300) {
      const what = `${answer.status} ${answer.body.code}`;
      const isKnown = [...outages, ...repeated].includes(what);
      this.#ledger.count(
        isKnown ? "failures" : "forbidden",
        `${what} ${isKnown ? "" : path}`.trim(),
      );
    }
    return answer;
  }
}
