import type { Selectable, Transaction } from "kysely";
import type { Adapter, AdapterPayload } from "oidc-provider";
import { seconds } from "../../../../platform/contract/durations.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { findClient } from "../clients.ts";
import { endGrant } from "../end-apps.ts";
import { recordId, recordKinds } from "../record-id.ts";

/**
 * For how long a used refresh token works again, in milliseconds: the answer with the new one may have
 * been lost.
 */
const graceMs = seconds(10);

/** Where the provider stores one of its models: one table for all, and the clients. */
export class Records implements Adapter {
  readonly #kind: string;
  readonly #context: Pick<AppContext, "database" | "now">;

  constructor(kind: string, context: Pick<AppContext, "database" | "now">) {
    this.#kind = kind;
    this.#context = context;
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const { database, now } = this.#context;
    if (this.#kind === "Client") return findClient(database.db, id);
    const row = await database.db
      .selectFrom("oidc_records")
      .selectAll()
      .where("id", "=", recordId(this.#kind, id))
      .where("kind", "=", this.#kind)
      .where("expires_at", ">", now())
      .executeTakeFirst();
    return row && this.#toPayload(row, id);
  }

  /** A session, whose uid is its id. */
  findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.find(uid);
  }

  /** No device flow. */
  async findByUserCode(): Promise<undefined> {}

  async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    const { database, now } = this.#context;
    const { jti: _token, ...data } = payload;
    const isSession = this.#kind === recordKinds.session;
    // A code is asked for by a session, which may have ended since.
    const sessionId = isSession
      ? id
      : this.#kind === recordKinds.code
        ? payload.sessionUid
        : undefined;
    const row = {
      uid: payload.accountId ?? null,
      client_id: payload.clientId ?? null,
      data: JSON.stringify(data),
      expires_at: now() + seconds(expiresIn),
      used_at: now(),
    };
    await database.write(async (trx) => {
      if (!(await hasOwner(trx, sessionId, payload, now()))) return;
      await trx
        .insertInto("oidc_records")
        .values({
          ...row,
          id: recordId(this.#kind, id),
          kind: this.#kind,
          grant_id: payload.grantId ?? null,
          session_id: isSession ? id : null,
          created_at: now(),
          consumed_at: null,
        })
        .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
        .execute();
    });
  }

  /** @throws Error if another request used it at the same time, which ends the grant */
  async consume(id: string): Promise<void> {
    const { database, now } = this.#context;
    const isUsedTwice = await database.write(async (trx) => {
      const used = await trx
        .updateTable("oidc_records")
        .set({ consumed_at: now() })
        .where("id", "=", recordId(this.#kind, id))
        .where("consumed_at", "is", null)
        .returning("id")
        .executeTakeFirst();
      if (used || this.#kind === "RefreshToken") return false;
      const code = await trx
        .selectFrom("oidc_records")
        .select("grant_id")
        .where("id", "=", recordId(this.#kind, id))
        .executeTakeFirst();
      if (code?.grant_id != null) await endGrant(trx, code.grant_id);
      return true;
    });
    if (!isUsedTwice) return;
    const { errors } = await import("oidc-provider");
    throw new errors.InvalidGrant("authorization code already consumed");
  }

  async destroy(id: string): Promise<void> {
    await this.#context.database.write(async (trx) => {
      if (this.#kind === recordKinds.grant) await endGrant(trx, id);
      await trx.deleteFrom("oidc_records").where("id", "=", recordId(this.#kind, id)).execute();
    });
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#context.database.write((trx) => endGrant(trx, grantId));
  }

  #toPayload(row: Selectable<Database["oidc_records"]>, id: string): AdapterPayload {
    const { consumed_at: at } = row;
    const isGrace = row.kind === "RefreshToken" && Number(at ?? 0) > this.#context.now() - graceMs;
    return {
      ...JSON.parse(row.data),
      jti: id,
      ...(at !== null && !isGrace && { consumed: Math.floor(Number(at) / 1000) }),
    };
  }
}

/**
 * Whether the session and the grant that a record belongs to still exist: they may have ended since the
 * request began. Locks them, so that ending them waits; notes the use of a grant.
 */
async function hasOwner(
  trx: Transaction<Database>,
  sessionId: string | undefined,
  { grantId }: AdapterPayload,
  now: number,
): Promise<boolean> {
  if (sessionId !== undefined) {
    const session = await trx
      .selectFrom("sessions")
      .select("id")
      .where("id", "=", sessionId)
      .forShare()
      .executeTakeFirst();
    if (!session) return false;
  }
  if (grantId === undefined) return true;
  const { numUpdatedRows } = await trx
    .updateTable("oidc_records")
    .set({ used_at: now })
    .where("id", "=", grantId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
