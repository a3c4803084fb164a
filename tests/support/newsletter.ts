import { randomUUIDv7 } from "node:crypto";
import { newsletter } from "../../src/features/newsletter/contract/newsletter.ts";
import { listNewSignups } from "../../src/features/newsletter/server/list-new-signups.ts";
import {
  type AnyEndpoint,
  type DeskEndpoint,
  type NoBody,
  readEndpoint,
  withId,
  withQuery,
} from "../../src/platform/contract/define-endpoint.ts";
import { submissionPath } from "../../src/platform/contract/form-engine/submission.ts";
import type { CreateDatabase } from "./dialects.ts";
import { type SignedInStaff, signInStaff } from "./staff.ts";
import { openTestApp, type TestApp } from "./test-app.ts";

const { names } = newsletter;

/** A server with a signed-in staff member who manages the newsletter. */
export interface NewsletterDesk extends TestApp {
  readonly staff: SignedInStaff;
  /** Adds new signups to the list, as the job does. */
  list(): Promise<void>;
  get<Response>(
    endpoint: DeskEndpoint<NoBody, Response>,
    id?: string,
    query?: Readonly<Record<string, string>>,
  ): Promise<Response>;
  post(endpoint: AnyEndpoint, body?: object, id?: string): ReturnType<SignedInStaff["request"]>;
}

/** @param settings further environment variables */
export async function newsletterDesk(
  createDatabase: CreateDatabase,
  settings: Readonly<Record<string, string>> = {},
): Promise<NewsletterDesk> {
  const site = await openTestApp(createDatabase, settings);
  const staff = await signInStaff(site, ["newsletter"], "Lena");
  return {
    ...site,
    staff,
    async list() {
      while (await listNewSignups(site.context));
    },
    async get(endpoint, id = "", query = {}) {
      const { path } = readEndpoint(withId(withQuery(endpoint, new URLSearchParams(query)), id));
      const response = await staff.request("GET", path);
      if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${response.body}`);
      return response.json();
    },
    post: (endpoint, body, id = "") =>
      staff.request("POST", readEndpoint(withId(endpoint, id)).path, body),
  };
}

/** Submits the public form. */
export function postSignup(
  { app }: Pick<TestApp, "app">,
  email: string,
  headers: Readonly<Record<string, string>> = {},
) {
  return app.inject({
    method: "POST",
    url: submissionPath(newsletter.collection),
    headers,
    payload: { [names.email]: email, [names.formTime]: 3000, [names.token]: "12345" },
  });
}

interface StoredSignup {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly leftAt?: number;
  readonly page?: string;
  readonly source?: string;
  readonly spam?: boolean;
}

/** Stores a signup in the format of older releases. */
export async function storeSignup(
  { database }: Pick<TestApp, "database">,
  email: string,
  { at, leftAt, page = "", source = newsletter.source, spam = false }: StoredSignup,
): Promise<void> {
  const data = { email, timestamp: new Date(at).toISOString(), source, formTime: 3000 };
  await database.write((trx) =>
    trx
      .insertInto("newsletter_subscribers")
      .values({
        id: randomUUIDv7(),
        email,
        data: JSON.stringify(data),
        created_at: at,
        unsubscribed_at: leftAt ?? null,
        spam_reason: spam ? "many-from-address" : null,
        page,
      })
      .execute(),
  );
}

/** The entries that staff see, sorted by address. */
export function readAddresses({ database }: Pick<TestApp, "database">) {
  return database.db.selectFrom("newsletter_addresses").selectAll().orderBy("email").execute();
}
