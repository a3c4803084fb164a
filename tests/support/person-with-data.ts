import type { FastifyInstance } from "fastify";
import type { Selectable, Transaction } from "kysely";
import { Secret } from "otpauth";
import sharp from "sharp";
import type { SettingsResponse } from "../../src/features/customers/contract/settings.ts";
import type { DerivedTables } from "../../src/features/customers/server/tables.ts";
import { noteOptOut } from "../../src/features/privacy/server/requests/opt-outs.ts";
import { followDocuments } from "../../src/features/requests/server/documents.ts";
import { saveEmailsOff } from "../../src/features/requests/server/emails.ts";
import type { Database } from "../../src/platform/server/db/schema.ts";
import { phoneKey } from "../../src/platform/server/values/phone.ts";
import { apiPaths } from "./api-paths.ts";
import { makePasskey } from "./passkey.ts";
import { addPasskey, newAccount, type SignedIn, signUp } from "./portal.ts";
import { makeRequest } from "./rows.ts";
import type { TestApp } from "./test-app.ts";

/** Origin of these people's passkeys. */
export const passkeySite = "https://house.example";

/** Tables with a `uid` column: each holds a row of a person with data. */
export const personalTables = [
  "accounts",
  "profiles",
  "sessions",
  "passkeys",
  "recovery_codes",
  "completed_requests",
  "customer_external_ids",
  "app_cases",
  "caller_checks",
  "second_factor_removals",
  "oidc_records",
  "requests",
  "request_emails",
  "payment_accounts",
  "pictures",
  "one_time_tokens",
  "mail_outbox",
  "texts",
  "text_consents",
  "account_merges",
  "helpers",
  "helper_logins",
  "webhook_messages",
  "ad_opt_outs",
] as const satisfies readonly (keyof Database)[];

/** The other tables, and the reason why their rows belong to no account. */
export const otherTables = {
  submissions: "forms need no account; found by email and reference",
  newsletter_subscribers: "signing up needs no account; found by email",
  newsletter_addresses: "of signups; found by email",
  newsletter_confirmations: "of signups; found by email",
  newsletter_sync: "of signups; found by email",
  newsletter_suppressions: "keyed hashes of addresses",
  newsletter_days: "counts without names",
  newsletter_sync_state: "how far the mail tool is in step",
  applications: "applying needs no account; found by email, phone and reference",
  apply_visitors: "browsers of applicants",
  conversions: "of applications",
  funnel_events: "anonymous",
  throttles: "counts by keyed hashes",
  webhook_events: "ids of the payment provider's events",
  webhook_endpoints: "addresses that are told of events",
  api_tokens: "of programs",
  oidc_clients: "apps of the company",
  oidc_keys: "signing keys of the server",
  oidc_logouts: "ids of accounts, for seconds",
  api_answers: "of programs, encrypted with their tokens, for a day",
  event_counters: "numbers of events",
  deletion_receivers: "programs that were told of a deletion",
  webhook_deliveries: "of events",
  deleted_accounts: "evidence without the person",
  file_removals: "paths of files that no row names",
  app_secrets: "keys of the server",
  staff: "people who work here, not customers",
  staff_sessions: "of staff",
  staff_passkeys: "of staff",
  staff_recovery_codes: "of staff",
  staff_tokens: "of staff",
  saved_views: "of staff; deleted if they search for the person",
  case_presence: "of staff",
  email_spellings: "of senders of messages, from before addresses had one form",
  person_notes: "on senders of messages, who need no account; found by email",
  separate_cases: "of cases",
  events: "the audit log, without contents of messages, and histories of records",
  cases: "made of submissions, which need no account; found by email and reference",
  case_tags: "of cases",
  stale_case_words: "of cases",
  conversation_entries: "of cases and applications",
  case_call_backs: "of cases",
  case_merges: "of cases",
  case_relations: "of cases",
  case_mentions: "of cases",
  conversation_replies: "of cases and applications",
  answer_times: "settings of the desk",
  office_holidays: "settings of the desk",
  retention_rules: "settings of the desk",
  retention_runs: "counts without names",
  conversation_drafts: "of cases and applications",
  new_message_drafts: "of staff; found by the recipient's email",
  case_message_files: "of cases",
  reply_files: "of cases, applications and drafts of staff",
  conversation_inbound_emails: "of cases and applications",
  conversation_sent_emails: "of cases and applications",
  reply_templates: "of staff",
  application_notes: "of applications",
  interview_slots: "times of staff",
  interviews: "of applications",
  interview_questions: "settings of the desk",
  interview_scores: "of applications",
  application_documents: "of applications",
  separate_applications: "of applications",
  application_sources: "of applications; found by email and phone",
  erasures: "times of deletions",
  carried_out_deletions: "keyed hashes, to repeat deletions after a restore",
  waitlist_people: "made of submissions, which need no account; found by email",
  funnel_days: "counts without names",
  privacy_cases: "asking needs no account; found by email and reference",
  privacy_letters: "of requests about data",
  privacy_links: "of requests about data",
  privacy_files: "of requests about data",
  clock_state: "whether the clock is trusted",
  last_seen: "when programs of others last reached the server",
  request_messages: "of requests",
  helper_acts: "of helpers",
  merged_rows: "of who has had two accounts",
  providers: "who helps, and hired applicants; found by the address of an application",
  search_rebuilds: "numbers of rows to index again",
  help_answers: "counts without names",
  imported_documents: "keyed hashes of imported documents",
} as const satisfies Record<
  Exclude<keyof Database, keyof DerivedTables | (typeof personalTables)[number]>,
  string
>;

export type PersonalRows = Readonly<
  Record<string, readonly Selectable<Database[keyof Database]>[]>
>;

export async function readPersonalRows(
  { database: { db } }: Pick<TestApp, "database">,
  { uid }: Pick<SignedIn, "uid">,
): Promise<PersonalRows> {
  const rows = await Promise.all(
    personalTables.map((table) =>
      db.selectFrom(table).selectAll().where("uid", "=", uid).execute(),
    ),
  );
  return Object.fromEntries(personalTables.map((table, index) => [table, rows[index] ?? []]));
}

/** A person with data of every kind; all of it contains `marker`. */
export interface PersonWithData extends SignedIn {
  readonly email: string;
  readonly password: string;
  readonly marker: string;
  readonly requestId: string;
  readonly accountId: string;
  /** The passkey's id in URLs. */
  readonly passkeyLabel: string;
  /** Session ids of two more signed-in devices. */
  readonly otherDevices: readonly [string, string];
  /** Cookie of the second one. */
  readonly otherCookie: string;
}

/**
 * Creates an account with a confirmed address, profile, picture, request, payment account,
 * passkey, authenticator and three signed-in devices. The app must serve `passkeySite`.
 */
export async function createPersonWithData(
  testApp: TestApp,
  marker: string,
): Promise<PersonWithData> {
  const { app, database, clock } = testApp;
  const email = `${marker}@example.com`;
  const person = await signUp(app, { email, firstName: marker, city: marker });
  const { uid } = person;
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#fff" } })
    .png()
    .toBuffer();
  await expectOk(person.request("PUT", apiPaths.picture, picture, { "content-type": "image/png" }));
  const account = await expectOk(person.request("POST", apiPaths.createStripeAccount, { uid }));
  const confirmed = { email_verified_at: clock.now };
  await database.write(async (trx) => {
    await trx.updateTable("accounts").set(confirmed).where("uid", "=", uid).execute();
    const request = makeRequest(uid, { id: `${marker}-request`, request_title: `${marker} title` });
    await trx.insertInto("completed_requests").values(request).execute();
    await followDocuments(trx, uid, [request.id], clock.now);
    await saveEmailsOff(trx, uid, ["changed"]);
  });
  const passkey = makePasskey(passkeySite);
  await expectOk(addPasskey(person, passkey, `${marker} key`));
  const cookies = [await logInAgain(app, email), await logInAgain(app, email)];
  await database.write(async (trx) => {
    const enabled = { totp_secret: new Secret().base32, totp_enabled_at: clock.now };
    await trx.updateTable("accounts").set(enabled).where("uid", "=", uid).execute();
    const check = {
      uid,
      staff_id: "staff",
      started_at: clock.now,
      matched: "[]",
      shown: "[]",
      misses: 0,
      missed_at: null,
      code_hash: null,
      code_sent_at: null,
      passed_at: null,
      ended_at: null,
    };
    await trx.insertInto("caller_checks").values(check).execute();
    const removal = { uid, asked_by: "staff", asked_at: clock.now };
    await trx.insertInto("second_factor_removals").values(removal).execute();
    const login = { id: `${marker}-login`, kind: "Grant", uid, data: "{}" };
    const times = { created_at: clock.now, used_at: clock.now, expires_at: clock.now + 1000 };
    await trx
      .insertInto("oidc_records")
      .values({ ...login, ...times })
      .execute();
    await addTexts(trx, uid, marker, clock.now);
    const former = `${marker}.former@example.com`;
    const merged = {
      merged_uid: `${marker}-merged`,
      support_id: `${marker}-id`,
      confirmed_at: null,
    };
    await trx
      .insertInto("account_merges")
      .values({
        ...merged,
        uid,
        email: former,
        email_key: former,
        merged_by: "Imani",
        at: clock.now,
        undo_until: null,
      })
      .execute();
    const help = { id: `${marker}-help`, uid };
    await trx
      .insertInto("helpers")
      .values({
        ...help,
        name: marker,
        relation: "",
        email: former,
        email_key: former,
        requests: 1,
        asks: 0,
        messages: 0,
        secret_hash: null,
        invited_at: clock.now,
        invited_by: "",
        expires_at: clock.now,
        accepted_at: clock.now,
        until_at: clock.now,
        ended_at: null,
        ended_by: null,
        told: "[]",
        reminded_at: null,
      })
      .execute();
    await trx.insertInto("helper_logins").values(help).execute();
    const linked = { id: `app/${marker}-app`, system: "app", external_id: `${marker}-app`, uid };
    await trx.insertInto("customer_external_ids").values(linked).execute();
    const message = { id: `${marker}-message`, reference: `${marker}-message`, email };
    await trx
      .insertInto("submissions")
      .values({
        ...message,
        collection: "AppMessages",
        data: JSON.stringify({ message: marker }),
        created_at: clock.now,
        idempotency_key: null,
        spam_reason: null,
        address_hash: null,
        done_at: null,
      })
      .execute();
    await noteOptOut(trx, { uid, email }, "switch", clock.now);
    await trx.insertInto("app_cases").values({ case_id: message.id, uid }).execute();
    const code = { code_hash: `${marker}-hash`, uid, used_at: null };
    await trx.insertInto("recovery_codes").values(code).execute();
  });
  const settings = (await person.request("GET", apiPaths.settings)).json<SettingsResponse>();
  const others = settings.devices.filter(({ current }) => !current).map(({ id }) => id);
  return Object.assign(Object.create(person) as SignedIn, {
    email,
    password: newAccount.password,
    marker,
    requestId: `${marker}-request`,
    accountId: String(account.json().accountId),
    passkeyLabel: settings.passkeys[0]?.id ?? "",
    otherDevices: [others[0] ?? "", others[1] ?? ""] as const,
    otherCookie: cookies[1] ?? "",
  });
}

/** An automatic text and the consent to it. */
async function addTexts(
  trx: Transaction<Database>,
  uid: string,
  marker: string,
  at: number,
): Promise<void> {
  const number_key = phoneKey(newAccount.phone);
  const consent = { id: `${marker}-consent`, state: "allowed", words: marker, at, uid };
  await trx
    .insertInto("text_consents")
    .values({ ...consent, number_key, source: "settings", staff_id: null })
    .execute();
  await trx
    .insertInto("texts")
    .values({
      id: `${marker}-text`,
      direction: "out",
      number_key,
      case_id: null,
      uid,
      kind: "keyword-answer",
      body: marker,
      time_zone: "America/Denver",
      provider_id: null,
      created_at: at,
      attempts: 1,
      next_try_at: at,
      leased_until: 0,
      sent_at: at,
      delivered_at: at,
      failed_at: null,
      failure: null,
      is_file: 0,
    })
    .execute();
}

async function logInAgain(app: FastifyInstance, email: string): Promise<string> {
  const payload = { email, password: newAccount.password };
  const response = await expectOk(app.inject({ method: "POST", url: apiPaths.login, payload }));
  const cookie = response.cookies.find(({ name }) => name.endsWith("session"));
  return `${cookie?.name}=${cookie?.value}`;
}

async function expectOk<T extends { readonly statusCode: number; readonly body: string }>(
  pending: Promise<T>,
): Promise<T> {
  const response = await pending;
  if (response.statusCode >= 300) throw new Error(`${response.statusCode}: ${response.body}`);
  return response;
}
