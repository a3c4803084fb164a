import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import { applicationForms } from "../../src/features/recruiting/contract/application-forms.ts";
import {
  intakeNames,
  type Track,
  tracks,
} from "../../src/features/recruiting/contract/recruiting-endpoints.ts";
import type { Answer, Answers } from "../../src/platform/contract/form-engine/define-form.ts";
import { type FormState, formStateId } from "../../src/platform/contract/form-engine/submission.ts";
import { recruitingPaths } from "./api-paths.ts";
import { shortest } from "./applications.ts";

/** An HTTP client that keeps cookies, as a browser does. */
export class TestBrowser {
  readonly #app: FastifyInstance;
  readonly #cookies = new Map<string, string>();
  readonly #headers: Readonly<Record<string, string>>;

  /** @param headers sent with every request, for example sec-gpc */
  constructor(app: FastifyInstance, headers: Readonly<Record<string, string>> = {}) {
    this.#app = app;
    this.#headers = headers;
  }

  async #send(
    method: "GET" | "POST" | "PUT" | "DELETE",
    url: string,
    payload?: string | Buffer,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<LightMyRequestResponse> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await this.#app.inject({
      method,
      url,
      headers: { ...this.#headers, ...headers, ...(cookie && { cookie }) },
      ...(payload !== undefined && { payload }),
    });
    for (const { name, value } of response.cookies) this.#cookies.set(name, value);
    return response;
  }

  get(url: string, headers: Readonly<Record<string, string>> = {}) {
    return this.#send("GET", url, undefined, headers);
  }

  /** The state that the server embedded in a page. */
  async state(url: string): Promise<FormState | undefined> {
    return stateOf(await this.get(url));
  }

  /** Sends a form as a browser without scripts does. */
  post(
    url: string,
    fields: Answers,
    action?: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    const body = new URLSearchParams();
    for (const [name, value] of Object.entries(fields)) {
      for (const part of [value].flat()) body.append(name, part);
    }
    if (action) body.append(intakeNames.action, action);
    return this.#send("POST", url, body.toString(), {
      ...headers,
      "content-type": "application/x-www-form-urlencoded",
    });
  }

  /** Sends a form as multipart, with a file. */
  async postFile(
    url: string,
    fields: Readonly<Record<string, string>>,
    file: File,
    fieldsAfterFile: Readonly<Record<string, string>> = {},
  ) {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append("resume", file);
    for (const [name, value] of Object.entries(fieldsAfterFile)) form.append(name, value);
    const encoded = new Response(form);
    const type = encoded.headers.get("content-type") ?? "";
    return this.postMultipart(url, Buffer.from(await encoded.arrayBuffer()), type);
  }

  /** Sends a body that is a multipart form, or claims to be one. */
  postMultipart(url: string, body: Buffer, type: string) {
    return this.#send("POST", url, body, { "content-type": type });
  }

  /** Sends JSON as our scripts do. */
  postJson(url: string, body: object = {}) {
    const headers = { "content-type": "application/json", "sec-fetch-site": "same-origin" };
    return this.#send("POST", url, JSON.stringify(body), headers);
  }

  /** Sends a file as our scripts do. */
  put(url: string, bytes: Buffer, type = "application/octet-stream") {
    return this.#send("PUT", url, bytes, { "content-type": type });
  }

  remove(url: string) {
    return this.#send("DELETE", url);
  }

  /** Fills in all steps up to the summary, by native posts. */
  async fillIn(
    track: Track,
    page: string = tracks[track].intake,
    changes: Readonly<Record<string, Answer>> = {},
  ): Promise<void> {
    for (const [step, answers] of Object.entries(shortest[track])) {
      const sent = { ...answers, ...pick(changes, track, step), [intakeNames.step]: step };
      const response = await this.post(page, sent);
      if (response.statusCode !== 303) throw new Error(`${step}: ${response.statusCode}`);
      // Follows the redirect to the next step, without the ad's query string.
      await this.get(String(response.headers.location));
    }
  }

  /** Sends the application. @returns the address that follows */
  async submit(track: Track, page: string = tracks[track].intake): Promise<string> {
    const response = await this.post(page, { [intakeNames.step]: "check" });
    if (response.statusCode !== 303) throw new Error(`${response.statusCode}: ${response.body}`);
    return String(response.headers.location);
  }

  /** Fills in and sends an application. @returns its reference */
  async apply(
    track: Track,
    page: string = tracks[track].intake,
    changes: Readonly<Record<string, Answer>> = {},
  ): Promise<string> {
    await this.fillIn(track, page, changes);
    const state = await this.state(await this.submit(track, page));
    if (state?.recruiting?.kind !== "complete") throw new Error("no reference is shown");
    return state.recruiting.reference;
  }

  draft(track: Track) {
    return this.get(recruitingPaths(track).draft);
  }
}

function pick(all: Readonly<Record<string, Answer>>, track: Track, id: string) {
  const step = applicationForms[track].steps.find((one) => one.id === id);
  const names = new Set(step?.groups.flatMap(({ fields }) => fields.map(({ name }) => name)));
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name)));
}

/** The state that the server embedded in a page. */
export function stateOf(response: LightMyRequestResponse): FormState | undefined {
  const block = new RegExp(`id="${formStateId}">(.*?)</script>`).exec(response.body)?.[1];
  return block ? (JSON.parse(block) as FormState) : undefined;
}
