import { randomUUIDv7 } from "node:crypto";
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import type { StaffRole } from "../../src/contract/desk/roles.ts";
import type { DatabaseClient } from "../../src/server/platform/db/client.ts";
import { hashToken, makeToken } from "../../src/server/platform/tokens/tokens.ts";

/** Somebody on the staff who has signed in. */
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

interface StaffServer {
  readonly app: FastifyInstance;
  readonly database: DatabaseClient;
  readonly clock: { readonly now: number };
}

/**
 * Adds somebody to the staff with a finished log-in.
 * @param name "Imani Bell"; the email follows from it
 */
export async function signInStaff(
  { app, database, clock: { now } }: StaffServer,
  roles: readonly StaffRole[],
  name = `Test ${roles.join(" ")}`,
): Promise<SignedInStaff> {
  const id = randomUUIDv7();
  const email = `${name.toLowerCase().replaceAll(/\W+/g, ".")}@example.com`;
  const token = makeToken();
  await database.write(async (trx) => {
    await trx
      .insertInto("staff")
      .values({
        id,
        email,
        email_key: email,
        name,
        roles: JSON.stringify(roles),
        password_hash: null,
        totp_secret: null,
        totp_enabled_at: null,
        totp_last_step: null,
        created_at: now,
        invited_by: "Command line",
        joined_at: now,
        disabled_at: null,
        last_seen_at: now,
      })
      .execute();
    await trx
      .insertInto("staff_sessions")
      .values({
        id: randomUUIDv7(),
        token_hash: hashToken(token),
        staff_id: id,
        created_at: now,
        last_seen_at: now,
        expires_at: now + 12 * 60 * 60 * 1000,
        confirmed_at: now,
        user_agent: "",
      })
      .execute();
  });
  const cookie = `desk-session=${token}`;
  return {
    id,
    cookie,
    request: (method, url, body, headers) =>
      app.inject({
        method,
        url,
        headers: { cookie, "sec-fetch-site": "same-origin", ...headers },
        ...(body && { payload: body as NonNullable<InjectOptions["payload"]> }),
      }),
  };
}
