import { noteErasure } from "../../../platform/server/db/erasures.ts";
import { fileStoreOf } from "../../../platform/server/files/file-store.ts";
import { scheduleFolderRemoval } from "../../../platform/server/files/removals.ts";
import type { HeldKind } from "../../privacy/contract/cases.ts";
import { byUid, type DataOf, type Holding } from "../../privacy/server/feature-data.ts";
import { profilePicturePath } from "../contract/profile.ts";
import { findCustomers, findCustomersByPhone, users } from "./customers.ts";
import { accountFolder } from "./files.ts";
import { findPictureFile } from "./profile/store.ts";
import { findRequests } from "./requests/requests.ts";
import type { CustomerTables } from "./tables.ts";

const byAccount = (kind: HeldKind, since: string | null = "created_at"): readonly Holding[] => [
  { kind, isTheirs: byUid, since },
];

export const customerData = {
  tables: {
    accounts: byAccount("account"),
    profiles: [{ kind: "account", isTheirs: byUid, since: null, isPart: true }],
    pictures: byAccount("pictures", "updated_at"),
    sessions: byAccount("log-ins"),
    passkeys: byAccount("log-ins"),
    recovery_codes: byAccount("log-ins", null),
    completed_requests: byAccount("requests"),
    caller_checks: byAccount("log-ins", "started_at"),
    second_factor_removals: byAccount("log-ins", "asked_at"),
    deleted_accounts: {
      reason: "evidence that an account was deleted",
      columns: ["support_id", "deleted_at"],
    },
  },
  addressColumns: [
    ["accounts", "email_key"],
    ["accounts", "shared_email_key"],
  ],
  collections: [users],
  find: async (db, { word, phone, reference }) => {
    if (phone !== undefined) return findCustomersByPhone(db, phone);
    const requests = reference === undefined ? [] : await findRequests(db, reference);
    return [...(await findCustomers(db, word)), ...requests];
  },
  async collect({ uid, sessionId }, context) {
    if (uid === null) return {};
    const { collectAccount } = await import("./collect-account.ts");
    return collectAccount({ id: sessionId, uid }, context);
  },
  async listFiles({ uid }, context) {
    if (uid === null) return [];
    const file = await findPictureFile(fileStoreOf(context), profilePicturePath(uid));
    return file ? [{ name: "my-picture.webp", about: "your picture", file }] : [];
  },
  // Rows that refer to an account are deleted with it.
  async erase(trx, { uids }, now) {
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
    return uids.map(accountFolder);
  },
} as const satisfies DataOf<CustomerTables>;
