import type { Kysely } from "kysely";
import type { Track } from "../../contract/endpoints/recruiting.ts";
import { emailKey } from "../../contract/form-engine/rules.ts";
import { applicationForms } from "../../contract/forms/application-forms.ts";
import { newsletter } from "../../contract/forms/newsletter.ts";
import { isReference } from "../../contract/forms/submission.ts";
import { openDatabase } from "../../server/platform/db/connect/open-database.ts";
import type { Database } from "../../server/platform/db/schema.ts";
import { readApplication } from "../../server/recruiting/applications/records.ts";
import type { StoredRecord } from "../collections.ts";
import type { Command, Operation } from "../command.ts";
import { OperatorError } from "../operator-error.ts";
import { findRequests, toUser, users } from "../people.ts";

interface FoundRecord extends StoredRecord {
  readonly collection: string;
  /** Of a person: what they read out to support, and the address that signs in. */
  readonly supportId?: string;
  readonly loginEmail?: string;
}

export const find: Command = {
  usage: "find <reference|email|support ID>",

  async run({ args, config, print }: Operation): Promise<void> {
    const [word, ...rest] = args;
    if (!word || rest.length > 0) {
      throw new OperatorError("Give one reference, e-mail address or support ID.");
    }
    const client = await openDatabase(config);
    try {
      const found = await findRecords(client.db, word.trim());
      await print(`${JSON.stringify(found, undefined, 2)}\n`);
      if (found.length === 0) throw new OperatorError(`Nothing is stored under "${word}".`);
    } finally {
      await client.close();
    }
  },
};

async function findRecords(db: Kysely<Database>, word: string): Promise<FoundRecord[]> {
  const email = emailKey(word);
  const submissions = await db
    .selectFrom("submissions")
    .select(["collection", "id", "reference", "data"])
    .where(...whatToMatch(word))
    .orderBy("id")
    .execute();
  const subscribers = await db
    .selectFrom("newsletter_subscribers")
    .select(["id", "data"])
    .where("email", "=", email)
    .execute();
  const [column, , key] = whatToMatch(word);
  const applied = await db
    .selectFrom("applications")
    .select(["id", "track"])
    .where(column === "reference" ? "reference" : "email_key", "=", key)
    .orderBy("id")
    .execute();
  const applications = await Promise.all(
    applied.map(async ({ id, track }) => {
      const record = await readApplication(db, id);
      const { collection } = applicationForms[track as Track];
      return record ? [{ collection, ...record }] : [];
    }),
  );
  return [
    ...(await findPeople(db, word)),
    ...(column === "reference" ? await findRequests(db, key) : []),
    ...applications.flat(),
    ...submissions.map((row) => ({ ...row, data: JSON.parse(row.data) })),
    ...subscribers.map(({ id, data }) => ({
      collection: newsletter.collection,
      id,
      data: JSON.parse(data),
    })),
  ];
}

/** People who sign in with an address, show it in their profile, or have that support ID. */
async function findPeople(db: Kysely<Database>, word: string): Promise<FoundRecord[]> {
  const email = emailKey(word);
  const rows = await db
    .selectFrom("profiles")
    .innerJoin("accounts", "accounts.uid", "profiles.uid")
    .selectAll("profiles")
    .select(["accounts.email as loginEmail", "accounts.support_id as supportId"])
    .where((where) =>
      where.or([
        where("accounts.email_key", "=", email),
        where(where.fn("lower", ["profiles.email_address"]), "=", email),
        where("accounts.support_id", "=", word.toUpperCase()),
      ]),
    )
    .orderBy("profiles.uid")
    .execute();
  return rows.map(({ loginEmail, supportId, ...row }) => ({
    collection: users.name,
    ...toUser(row),
    supportId,
    loginEmail,
  }));
}

function whatToMatch(word: string): ["reference" | "email", "=", string] {
  const reference = word.toUpperCase();
  return isReference(reference) ? ["reference", "=", reference] : ["email", "=", emailKey(word)];
}
