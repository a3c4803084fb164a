import { type RawBuilder, type SqlBool, sql, type Transaction } from "kysely";
import { noteErasure } from "../../../platform/server/db/erasures.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { fileStoreOf } from "../../../platform/server/files/file-store.ts";
import { scheduleFolderRemoval } from "../../../platform/server/files/removals.ts";
import type { HeldKind } from "../../privacy/contract/cases.ts";
import {
  byUid,
  type DataOf,
  type Holding,
  type OwnFile,
  type Person,
} from "../../privacy/server/feature-data.ts";
import { profilePicturePath } from "../contract/profile.ts";
import { findCustomers, findCustomersByPhone, users } from "./customers.ts";
import { accountFolder } from "./files.ts";
import { findFormerByEmail, listFormer } from "./merges/former-accounts.ts";
import { findPictureFile } from "./profile/store.ts";
import { findRequests } from "./requests/requests.ts";
import type { CustomerTables } from "./tables.ts";

const byAccount = (kind: HeldKind, since: string | null = "created_at"): readonly Holding[] => [
  { kind, isTheirs: byUid, since },
];

/** Accounts that had the address and were merged into ones with other addresses. */
const isMergedAway = (person: Person) =>
  sql<SqlBool>`email_key = ${person.email} and not ${byUid(person)}`;
const rowsOf = (isMerge: (person: Person) => RawBuilder<SqlBool>) => (person: Person) =>
  sql<SqlBool>`merged_uid in (select merged_uid from account_merges where ${isMerge(person)})`;
const isRequest = sql<SqlBool>`table_name = 'completed_requests'`;

export const customerData = {
  tables: {
    accounts: byAccount("account"),
    profiles: [{ kind: "account", isTheirs: byUid, since: null, isPart: true }],
    pictures: byAccount("pictures", "updated_at"),
    sessions: byAccount("log-ins"),
    passkeys: byAccount("log-ins"),
    recovery_codes: byAccount("log-ins", null),
    completed_requests: byAccount("requests"),
    customer_external_ids: [{ kind: "account", isTheirs: byUid, since: null, isPart: true }],
    caller_checks: byAccount("log-ins", "started_at"),
    second_factor_removals: byAccount("log-ins", "asked_at"),
    account_merges: [
      { kind: "account", isTheirs: byUid, since: "at", isPart: true },
      { kind: "account", isTheirs: isMergedAway, since: "at" },
    ],
    // What moved is counted where it is, but for someone without the account that has it now.
    merged_rows: [
      { kind: "account", isTheirs: rowsOf(byUid), since: null, isPart: true },
      {
        kind: "account",
        isTheirs: (person) => sql<SqlBool>`${rowsOf(isMergedAway)(person)} and not ${isRequest}`,
        since: null,
        isPart: true,
      },
      {
        kind: "requests",
        isTheirs: (person) => sql<SqlBool>`${rowsOf(isMergedAway)(person)} and ${isRequest}`,
        since: null,
      },
    ],
    deleted_accounts: {
      reason: "evidence that an account was deleted",
      columns: ["support_id", "deleted_at"],
    },
  },
  merging: {
    accounts: "kept",
    profiles: "kept",
    // At its path, where the account shows it again after an undo.
    pictures: "moves",
    sessions: "ends",
    passkeys: "kept",
    recovery_codes: "kept",
    completed_requests: "moves",
    customer_external_ids: "moves",
    caller_checks: "ends",
    second_factor_removals: "ends",
    account_merges: "moves",
  },
  addressColumns: [
    ["account_merges", "email"],
    ["account_merges", "email_key"],
    ["accounts", "email_key"],
    ["accounts", "shared_email_key"],
  ],
  collections: [users],
  find: async (db, { word, phone, reference }) => {
    if (phone !== undefined) return findCustomersByPhone(db, phone);
    const requests = reference === undefined ? [] : await findRequests(db, reference);
    return [...(await findCustomers(db, word)), ...requests];
  },
  async collect({ uid, email, sessionId }, context) {
    const { collectAccount, collectMerged } = await import("./collect-account.ts");
    const { db } = context.database;
    if (uid === null) {
      const former = email === null ? [] : await findFormerByEmail(db, email);
      return former.length === 0 ? {} : { mergedAccounts: await collectMerged(db, former) };
    }
    const own = await collectAccount({ id: sessionId, uid }, context);
    return { ...own, mergedAccounts: await collectMerged(db, await listFormer(db, [uid])) };
  },
  async listFiles({ uid }, context) {
    if (uid === null) return [];
    const former = await listFormer(context.database.db, [uid]);
    const pictures = [
      { name: "my-picture.webp", about: "your picture", uid },
      ...former.map((one, index) => ({
        name: `merged-picture-${index + 1}.webp`,
        about: "the picture of an account that was merged into yours",
        uid: one.merged_uid,
      })),
    ];
    const files: OwnFile[] = [];
    for (const { uid: owner, ...picture } of pictures) {
      const file = await findPictureFile(fileStoreOf(context), profilePicturePath(owner));
      if (file) files.push({ ...picture, file });
    }
    return files;
  },
  // Rows that refer to an account are deleted with it.
  async erase(trx, { email, uids }, now) {
    await eraseFormerAddress(trx, email, now);
    const former = await listFormer(trx, uids);
    for (const { merged_uid: uid, support_id } of former) {
      await trx.insertInto("deleted_accounts").values({ support_id, deleted_at: now }).execute();
      await scheduleFolderRemoval(trx, accountFolder(uid), now);
    }
    for (const uid of uids) {
      const account = await trx
        .deleteFrom("accounts")
        .where("uid", "=", uid)
        .returning("support_id")
        .executeTakeFirst();
      if (!account) continue;
      await trx
        .insertInto("deleted_accounts")
        .values({ support_id: account.support_id, deleted_at: now })
        .execute();
      await scheduleFolderRemoval(trx, accountFolder(uid), now);
      await noteErasure(trx, now);
    }
    return [...uids, ...former.map((one) => one.merged_uid)].map(accountFolder);
  },
} as const satisfies DataOf<CustomerTables>;

/** Of merges that nothing can undo anymore: `separateMerged` separates the others before. */
async function eraseFormerAddress(
  trx: Transaction<Database>,
  email: string | null,
  now: number,
): Promise<void> {
  if (email === null) return;
  const former = await trx
    .deleteFrom("account_merges")
    .where("email_key", "=", email)
    .where("undo_until", "is", null)
    .returning(["uid", "support_id"])
    .execute();
  for (const { uid, support_id } of former) {
    await trx.insertInto("deleted_accounts").values({ support_id, deleted_at: now }).execute();
    await trx.insertInto("stale_customers").values({ uid }).execute();
  }
  if (former.length > 0) await noteErasure(trx, now);
}
