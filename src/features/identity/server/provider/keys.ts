import {
  createCipheriv,
  createDecipheriv,
  createHash,
  generateKeyPair,
  hkdfSync,
  randomBytes,
} from "node:crypto";
import { promisify } from "node:util";
import { hours } from "../../../../platform/contract/durations.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { DatabaseClient } from "../../../../platform/server/db/client.ts";

/** How long a key is published before it signs, and after it signed, in milliseconds. */
const keyOverlapMs = hours(24);

/** A private key as the provider reads it (RFC 7517). */
export interface SigningKey {
  readonly kty: "RSA";
  readonly n: string;
  readonly e: string;
  readonly d: string;
  readonly kid: string;
  readonly alg: "RS256";
  readonly use: "sig";
}

export type KeyContext = Pick<AppContext, "now" | "secret"> & { readonly database: DatabaseClient };

/**
 * The published keys; the first one signs. Makes the first key, which signs at once since no app knows
 * another.
 */
export async function readKeys(context: KeyContext): Promise<readonly SigningKey[]> {
  const rows = await listKeys(context);
  if (rows.length === 0) {
    await insertKey(context, 1, context.now());
    return readKeys(context);
  }
  const now = context.now();
  const current = rows.findLast(({ used_from: from }) => Number(from) <= now) ?? rows[0];
  const published = rows.filter((row, index) => {
    const next = rows[index + 1];
    return row === current || !next || Number(next.used_from) + keyOverlapMs > now;
  });
  const ordered = [...published].sort(
    (one, other) => Number(other === current) - Number(one === current),
  );
  return ordered.map(({ sealed }) => JSON.parse(openSecret(context.secret, sealed)) as SigningKey);
}

/** Publishes the next key. @returns from when it signs; undefined if one is waiting already */
export async function rotateKeys(context: KeyContext): Promise<number | undefined> {
  const rows = await listKeys(context);
  const last = rows.at(-1);
  const now = context.now();
  if (last && Number(last.used_from) > now) return undefined;
  const from = last ? now + keyOverlapMs : now;
  return (await insertKey(context, Number(last?.id ?? 0) + 1, from)) ? from : undefined;
}

/** Deletes keys that have not signed for longer than any token that they signed is valid. */
export async function sweepKeys(context: KeyContext): Promise<void> {
  const rows = await listKeys(context);
  const now = context.now();
  const old = rows.filter((_row, index) => {
    const next = rows[index + 1];
    return next !== undefined && Number(next.used_from) + keyOverlapMs <= now;
  });
  if (old.length === 0) return;
  await context.database.write((trx) =>
    trx
      .deleteFrom("oidc_keys")
      .where(
        "id",
        "in",
        old.map(({ id }) => id),
      )
      .execute(),
  );
}

/** Oldest first. */
async function listKeys({ database }: KeyContext) {
  const rows = await database.db.selectFrom("oidc_keys").selectAll().execute();
  return rows.sort((one, other) => Number(one.id) - Number(other.id));
}

/** @returns false if another instance made it first */
async function insertKey(context: KeyContext, number: number, usedFrom: number): Promise<boolean> {
  const sealed = sealSecret(context.secret, JSON.stringify(await makeKey()));
  const row = {
    id: String(number),
    sealed,
    created_at: context.now(),
    used_from: usedFrom,
  };
  const inserted = await context.database.write((trx) =>
    trx
      .insertInto("oidc_keys")
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst(),
  );
  return inserted !== undefined;
}

async function makeKey(): Promise<SigningKey> {
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: 2048 });
  const jwk = privateKey.export({ format: "jwk" }) as Omit<SigningKey, "kid" | "alg" | "use">;
  const { e, kty, n } = jwk;
  // RFC 7638.
  const kid = createHash("sha256").update(JSON.stringify({ e, kty, n })).digest("base64url");
  return { ...jwk, kid, alg: "RS256", use: "sig" };
}

/** AES-256-GCM with a key of the server's secret, so that the table alone signs nothing. */
function sealSecret(secret: Buffer, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", sealKey(secret), nonce);
  const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

function openSecret(secret: Buffer, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", sealKey(secret), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString();
}

function sealKey(secret: Buffer): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", "signing keys of apps", 32));
}
