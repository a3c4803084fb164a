import type { Transaction } from "kysely";
import { chunksOf } from "../../../platform/server/db/chunks.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { orderedId } from "../../../platform/server/ordered-id.ts";
import { recordKinds } from "./record-id.ts";

interface Ended {
  readonly clientId: string;
  readonly uid: string;
  readonly sid: string | null;
}

/**
 * Ends every app of an account at once, on every instance: no token of theirs works afterwards, and
 * apps with an address for it are told. Call it in the transaction that locks the account, deletes it
 * or ends its sessions.
 */
export async function endApps(trx: Transaction<Database>, uid: string): Promise<void> {
  const ended = await trx
    .deleteFrom("oidc_records")
    .where("uid", "=", uid)
    .where("kind", "!=", recordKinds.session)
    .returning(["kind", "client_id"])
    .execute();
  const apps = ended.filter(({ kind }) => kind === recordKinds.grant);
  const clients = new Set(apps.flatMap(({ client_id: id }) => id ?? []));
  await tellApps(
    trx,
    [...clients].map((clientId) => ({ clientId, uid, sid: null })),
  );
}

/** Ends all apps of all accounts. */
export async function endAllApps(trx: Transaction<Database>): Promise<void> {
  const rows = await trx
    .selectFrom("oidc_records")
    .select(["uid", "client_id"])
    .where("kind", "=", recordKinds.grant)
    .distinct()
    .execute();
  await trx.deleteFrom("oidc_records").where("uid", "is not", null).execute();
  const ended = rows.flatMap(({ uid, client_id: clientId }) =>
    uid === null || clientId === null ? [] : [{ clientId, uid, sid: null }],
  );
  await tellApps(trx, ended);
}

/** An app's part in a session of the provider. */
interface Authorization {
  readonly sid?: string;
  readonly grantId?: string;
  /** The app keeps its access without the session (`offline_access`). */
  readonly persistsLogout?: boolean;
}

/**
 * Ends the apps that were logged in by one session of the site.
 * @param isLogOut the owner logged out of it: apps that keep their access stay logged in
 */
export async function endAppsOfSession(
  trx: Transaction<Database>,
  { id, uid }: { readonly id: string; readonly uid: string },
  { isLogOut }: { readonly isLogOut: boolean },
): Promise<void> {
  const session = await trx
    .selectFrom("oidc_records")
    .select("data")
    .where("session_id", "=", id)
    .where("uid", "=", uid)
    .executeTakeFirst();
  if (!session) return;
  const { authorizations = {} } = JSON.parse(session.data) as {
    readonly authorizations?: Readonly<Record<string, Authorization>>;
  };
  const ended = Object.entries(authorizations).filter(
    ([, { persistsLogout }]) => !isLogOut || persistsLogout !== true,
  );
  for (const [, { grantId }] of ended) {
    if (grantId !== undefined) await endGrant(trx, grantId);
  }
  await tellApps(
    trx,
    ended.map(([clientId, { sid = null }]) => ({ clientId, uid, sid })),
  );
}

/** Ends a grant with its tokens. @returns false if it has ended already, or is not theirs */
export async function endGrant(
  trx: Transaction<Database>,
  grantId: string,
  uid?: string,
): Promise<boolean> {
  let grant = trx
    .deleteFrom("oidc_records")
    .where("id", "=", grantId)
    .where("kind", "=", recordKinds.grant);
  if (uid !== undefined) grant = grant.where("uid", "=", uid);
  const { numDeletedRows } = await grant.executeTakeFirst();
  if (numDeletedRows === 0n && uid !== undefined) return false;
  await trx.deleteFrom("oidc_records").where("grant_id", "=", grantId).execute();
  return numDeletedRows > 0n;
}

/** Queues the log-outs that apps with an address for them are told of (back-channel logout). */
export async function tellApps(trx: Transaction<Database>, ended: readonly Ended[]): Promise<void> {
  if (ended.length === 0) return;
  const listening = await trx
    .selectFrom("oidc_clients")
    .select("id")
    .where("backchannel_uri", "is not", null)
    .execute();
  const ids = new Set(listening.map(({ id }) => id));
  const rows = ended
    .filter(({ clientId }) => ids.has(clientId))
    .map(({ clientId, uid, sid }) => ({
      id: orderedId(),
      client_id: clientId,
      subject: uid,
      sid,
      // Due at once, whatever the clocks of the instances say.
      created_at: 0,
      attempts: 0,
      next_try_at: 0,
      leased_until: 0,
    }));
  for (const some of chunksOf(rows)) await trx.insertInto("oidc_logouts").values(some).execute();
}
