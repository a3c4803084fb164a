import { randomUUIDv7 } from "node:crypto";
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import type { Transaction } from "kysely";
import { describeEvent } from "../../src/features/staff/server/event-words.ts";
import { issueStaffLink } from "../../src/features/staff/server/sign-in/staff-tokens.ts";
import { type AnyEndpoint, readEndpoint } from "../../src/platform/contract/define-endpoint.ts";
import type { StaffRole } from "../../src/platform/contract/desk/roles.ts";
import { emailKey } from "../../src/platform/contract/form-engine/rules.ts";
import { hashToken, makeToken } from "../../src/platform/server/credentials/tokens.ts";
import type { DatabaseClient } from "../../src/platform/server/db/client.ts";
import type { Database } from "../../src/platform/server/db/schema.ts";
import { noteAudited } from "./audited-requests.ts";
import { testPasswords } from "./passwords.ts";

/** Authenticator secret of every staff member that `signInStaff` adds, base32. */
export const staffAuthenticatorSecret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

export interface SignedInStaff {
  readonly id: string;
  readonly cookie: string;
  /** Sends a request as the desk's own pages do. */
  request(
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    url: string,
    body?: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<LightMyRequestResponse>;
}

interface StaffDatabase {
  readonly database: DatabaseClient;
  readonly clock: { readonly now: number };
}

interface StaffServer extends StaffDatabase {
  readonly app: FastifyInstance;
}

/**
 * Adds a signed-in staff member.
 * @param name such as "Imani Bell"; the email address is derived from it
 */
export async function signInStaff(
  server: StaffServer,
  roles: readonly StaffRole[],
  name?: string,
): Promise<SignedInStaff> {
  return toSignedIn(server, await storeSignedIn(server, roles, name));
}

/** The same for a staff member added by an earlier run; undefined if there is none. */
export async function signInAgain(
  server: StaffServer,
  name: string,
): Promise<SignedInStaff | undefined> {
  const { database, clock } = server;
  const person = await database.db
    .selectFrom("staff")
    .select("id")
    .where("email_key", "=", emailOf(name))
    .executeTakeFirst();
  if (!person) return undefined;
  const cookie = await database.write((trx) => storeSession(trx, person.id, clock.now));
  return toSignedIn(server, { id: person.id, cookie });
}

function toSignedIn(
  server: StaffServer,
  { id, cookie }: Pick<SignedInStaff, "id" | "cookie">,
): SignedInStaff {
  return {
    id,
    cookie,
    request: (method, url, body, headers) =>
      noteAudited(server, id, [method, url], () =>
        server.app.inject({
          method,
          url,
          headers: { cookie, "sec-fetch-site": "same-origin", ...headers },
          ...(body && { payload: body as NonNullable<InjectOptions["payload"]> }),
        }),
      ),
  };
}

/** Adds one to the database of a server in another process. */
export async function storeSignedIn(
  { database, clock: { now } }: StaffDatabase,
  roles: readonly StaffRole[],
  name = `Test ${roles.join(" ")}`,
): Promise<Pick<SignedInStaff, "id" | "cookie">> {
  const id = randomUUIDv7();
  const email = emailOf(name);
  const cookie = await database.write(async (trx) => {
    await trx
      .insertInto("staff")
      .values({
        id,
        email,
        email_key: emailKey(email),
        name,
        roles: JSON.stringify(roles),
        password_hash: null,
        totp_secret: staffAuthenticatorSecret,
        totp_enabled_at: now,
        totp_last_step: null,
        created_at: now,
        invited_by: "Command line",
        joined_at: now,
        disabled_at: null,
        last_seen_at: now,
      })
      .execute();
    return storeSession(trx, id, now);
  });
  return { id, cookie };
}

/** Adds a passkey that works nowhere. */
export function addPasskey(
  { database }: Pick<StaffDatabase, "database">,
  staffId: string,
): Promise<unknown> {
  const key = { id: randomUUIDv7(), staff_id: staffId, public_key: "", name: "Key" };
  const values = { ...key, counter: 0, transports: "[]", created_at: 0, last_used_at: null };
  return database.write((trx) => trx.insertInto("staff_passkeys").values(values).execute());
}

/** @returns the cookie */
async function storeSession(
  trx: Transaction<Database>,
  staffId: string,
  now: number,
): Promise<string> {
  const token = makeToken();
  await trx
    .insertInto("staff_sessions")
    .values({
      id: randomUUIDv7(),
      token_hash: hashToken(token),
      staff_id: staffId,
      created_at: now,
      last_seen_at: now,
      expires_at: now + 12 * 60 * 60 * 1000,
      confirmed_at: now,
      user_agent: "",
    })
    .execute();
  return `desk-session=${token}`;
}

function emailOf(name: string): string {
  return `${name.toLowerCase().replaceAll(/\W+/g, ".")}@example.com`;
}

export const staffPassword = "eleven small boats";

export interface DeskBrowser {
  readonly cookies: Map<string, string>;
  /** Sends a request to an endpoint as the desk's pages do. */
  call(endpoint: AnyEndpoint, body?: object): Promise<LightMyRequestResponse>;
}

export function deskBrowser({ app }: Pick<StaffServer, "app">): DeskBrowser {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async call(endpoint, body) {
      const { method, path } = readEndpoint(endpoint);
      const response = await app.inject({
        method,
        url: path,
        headers: {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
          "sec-fetch-site": "same-origin",
        },
        ...(body && { payload: body as NonNullable<InjectOptions["payload"]> }),
      });
      for (const { name, value } of response.cookies) cookies.set(name, value);
      return response;
    },
  };
}

interface NewPerson {
  readonly email: string;
  readonly name: string;
  readonly roles: readonly StaffRole[];
}

/** Invites a staff member. @returns the token of the link */
export async function inviteStaff(
  { database, clock: { now } }: StaffServer,
  { email, name, roles }: NewPerson,
): Promise<string> {
  const id = randomUUIDv7();
  return database.write(async (trx) => {
    await trx
      .insertInto("staff")
      .values({
        id,
        email,
        email_key: emailKey(email),
        name,
        roles: JSON.stringify(roles),
        password_hash: null,
        totp_secret: null,
        totp_enabled_at: null,
        totp_last_step: null,
        created_at: now,
        invited_by: "Command line",
        joined_at: null,
        disabled_at: null,
        last_seen_at: null,
      })
      .execute();
    return issueStaffLink(trx, "join", id, now);
  });
}

/** Adds a staff member with `staffPassword` and an authenticator (`staffAuthenticatorSecret`). */
export async function joinDesk(server: StaffServer, person: NewPerson): Promise<void> {
  await inviteStaff(server, person);
  const password_hash = await testPasswords.hash(staffPassword);
  const { now } = server.clock;
  await server.database.write((trx) =>
    trx
      .updateTable("staff")
      .set({
        password_hash,
        joined_at: now,
        totp_secret: staffAuthenticatorSecret,
        totp_enabled_at: now,
      })
      .where("email_key", "=", person.email)
      .execute(),
  );
}

export async function codeOf(secret: string, { clock }: Pick<StaffServer, "clock">) {
  const { Secret, TOTP } = await import("otpauth");
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now });
}

/** The entries of the audit log, oldest first. */
export async function readAuditLog({ database }: Pick<StaffServer, "database">) {
  const audited = database.db.selectFrom("events").selectAll().where("audit", "is not", null);
  return (await audited.orderBy("id").execute()).map((event) => {
    const { audit, actor, target } = event;
    return { kind: audit ?? "", actor, what: describeEvent(event), target };
  });
}

/** Kind, actor, action and target of each audit log entry, oldest first. */
export async function readAudit(server: Pick<StaffServer, "database">): Promise<string[][]> {
  const entries = await readAuditLog(server);
  return entries.map(({ kind, actor, what, target }) => [kind, actor, what, target]);
}
