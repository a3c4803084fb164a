import type { Kysely } from "kysely";
import { newsletter } from "../../contract/forms/newsletter.ts";
import { isReference } from "../../contract/submission.ts";
import { openDatabase } from "../../server/db/client.ts";
import type { Database } from "../../server/db/schema.ts";
import type { StoredRecord } from "../collections.ts";
import type { Command, Operation } from "../command.ts";
import { OperatorError } from "../operator-error.ts";

interface FoundRecord extends StoredRecord {
  readonly collection: string;
}

export const find: Command = {
  usage: "find <reference|email>",

  async run({ args, config, print }: Operation): Promise<void> {
    const [word, ...rest] = args;
    if (!word || rest.length > 0) throw new OperatorError("Give one reference or e-mail address.");
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
  const email = word.toLowerCase();
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
  return [
    ...submissions.map((row) => ({ ...row, data: JSON.parse(row.data) })),
    ...subscribers.map(({ id, data }) => ({
      collection: newsletter.collection,
      id,
      data: JSON.parse(data),
    })),
  ];
}

function whatToMatch(word: string): ["reference" | "email", "=", string] {
  const reference = word.toUpperCase();
  return isReference(reference)
    ? ["reference", "=", reference]
    : ["email", "=", word.toLowerCase()];
}
