import { type KeyContext, sweepKeys } from "./provider/keys.ts";

/** Deletes expired log-ins of apps, and keys that nothing needs anymore. */
export async function sweepIdentity(context: KeyContext): Promise<void> {
  const { database, now } = context;
  await database.write((trx) =>
    trx.deleteFrom("oidc_records").where("expires_at", "<=", now()).execute(),
  );
  await sweepKeys(context);
}
