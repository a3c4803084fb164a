import type { DeskEndpoint, NoBody } from "../../contract/define-endpoint.ts";
import type { RequestError } from "../../contract/errors/error-message.ts";
import { deskRequest } from "./desk-request.ts";
import { Refresher } from "./refresher.ts";
import { RequestFailure } from "./request-failure.ts";

/** Responses that no component shows are kept up to this number in all. */
const maxKept = 50;

/** What is known of an endpoint's data. */
export interface Known<Data> {
  /** Undefined until the first response. */
  readonly data: Data | undefined;
  /** Why the last request failed; earlier data is kept. */
  readonly error: RequestError | undefined;
}

/** The data of an endpoint, shared by all components that show it. */
export class SharedData<Data> {
  known: Known<Data> = { data: undefined, error: undefined };
  /** What changes by itself must not replace the data with an error. */
  readonly refresher = new Refresher(() => void this.load(true));
  readonly #endpoint: DeskEndpoint<NoBody, Data>;
  readonly #listeners = new Set<() => void>();
  /** Whether a loader has read it for the page that is about to open. */
  #isPreloaded = false;
  #newest = 0;

  constructor(endpoint: DeskEndpoint<NoBody, Data>) {
    this.#endpoint = endpoint;
  }

  get isNeeded(): boolean {
    return this.#listeners.size > 0 || this.#isPreloaded;
  }

  /** The first of the components that show it reads it. */
  subscribe(listener: () => void): () => void {
    if (!this.isNeeded) void this.load();
    this.#isPreloaded = false;
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (!this.isNeeded) this.refresher.stop();
    };
  }

  async load(keepsData = false): Promise<void> {
    this.#newest += 1;
    const own = this.#newest;
    const outcome = await deskRequest(this.#endpoint);
    // A later request is in flight.
    if (own !== this.#newest || (!outcome.ok && keepsData && this.known.data)) return;
    this.known = outcome.ok
      ? { data: outcome.data, error: undefined }
      : { ...this.known, error: outcome.error };
    for (const listener of this.#listeners) listener();
  }

  /** What a loader has read for the page that opens. */
  get preloaded(): Data | undefined {
    return this.#isPreloaded ? this.known.data : undefined;
  }

  /** Forgets it: from now on the page reloads the data. */
  dropPreloaded(): void {
    this.#isPreloaded = false;
  }

  /** @throws RequestFailure */
  async preload(): Promise<Data> {
    await this.load();
    const { data, error } = this.known;
    if (error) throw new RequestFailure(error);
    this.#isPreloaded = this.#listeners.size === 0;
    return data as Data;
  }
}

const shared = new Map<string, SharedData<never>>();

/** The shared data of an endpoint with its id and query. */
export function sharedData<Data>(endpoint: DeskEndpoint<NoBody, Data>): SharedData<Data> {
  const found = shared.get(endpoint) as SharedData<Data> | undefined;
  if (found) return found;
  if (shared.size >= maxKept) {
    for (const [key, { isNeeded }] of shared) if (!isNeeded) shared.delete(key);
  }
  const made = new SharedData(endpoint);
  shared.set(endpoint, made as unknown as SharedData<never>);
  return made;
}
