import type { Insertable } from "kysely";
import type { Database } from "../../src/platform/server/db/schema.ts";
import { apiPaths } from "./api-paths.ts";
import { newAccount } from "./portal.ts";
import { makeRequest } from "./rows.ts";
import type { TestServer } from "./server.ts";

/** A person with an account on a running server. */
export interface TestUser {
  readonly uid: string;
  readonly email: string;
  /** Value of the Cookie header, for `openPage`. */
  readonly cookie: string;
  /** Sends a request as another window of the same browser would. */
  request(method: "GET" | "POST" | "PUT" | "PATCH", path: string, body?: object): Promise<Response>;
}

let users = 0;

/** Creates an account over HTTP with a unique email address. */
export async function createUser(
  { origin }: TestServer,
  values: Partial<Record<keyof typeof newAccount, string>> = {},
): Promise<TestUser> {
  users += 1;
  const email = `user-${users}@example.com`;
  const created = await fetch(origin + apiPaths.createAccount, {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
    body: JSON.stringify({ ...newAccount, email, ...values }),
  });
  const cookie = created.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const request: TestUser["request"] = (method, path, body) =>
    fetch(origin + path, {
      method,
      headers: {
        cookie,
        "sec-fetch-site": "same-origin",
        ...(body && { "content-type": body instanceof Blob ? body.type : "application/json" }),
      },
      ...(body && { body: body instanceof Blob ? body : JSON.stringify(body) }),
    });
  const { uid } = (await (await request("GET", apiPaths.session)).json()) as { uid: string };
  return { uid, email: values.email ?? email, cookie, request };
}

export async function addRequests(
  { database }: TestServer,
  { uid }: TestUser,
  list: readonly Partial<Insertable<Database["completed_requests"]>>[],
): Promise<void> {
  const rows = list.map((changes) => makeRequest(uid, changes));
  await database.write((trx) => trx.insertInto("completed_requests").values(rows).execute());
}

/** A person's stored profile. */
export function readUser({ database }: TestServer, { uid }: TestUser) {
  return database.db
    .selectFrom("profiles")
    .selectAll()
    .where("uid", "=", uid)
    .executeTakeFirstOrThrow();
}
