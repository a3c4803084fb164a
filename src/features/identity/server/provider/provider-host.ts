import type { FastifyBaseLogger } from "fastify";
import type { Provider } from "oidc-provider";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { hasClients } from "../clients.ts";
import { readKeys } from "./keys.ts";

/** The provider of this instance, loaded by the first request while an app is configured. */
export class ProviderHost {
  readonly #context: AppContext;
  readonly #log: FastifyBaseLogger;
  #keyIds = "";
  #provider: Provider | undefined;

  constructor(context: AppContext, log: FastifyBaseLogger) {
    this.#context = context;
    this.#log = log;
  }

  /** Undefined while no app is configured. Built again when another key signs or is published. */
  async find(): Promise<Provider | undefined> {
    if (!(await hasClients(this.#context.database.db))) return undefined;
    const keys = await readKeys(this.#context);
    const keyIds = keys.map(({ kid }) => kid).join();
    if (this.#provider && this.#keyIds === keyIds) return this.#provider;
    const { buildProvider } = await loadQuietly();
    this.#provider = buildProvider(this.#context, keys, this.#log);
    this.#keyIds = keyIds;
    return this.#provider;
  }
}

/** The library warns on the console about each release of Node that is not for the long term. */
async function loadQuietly() {
  const { warn } = console;
  console.warn = () => undefined;
  try {
    return await import("./provider.ts");
  } finally {
    console.warn = warn;
  }
}
