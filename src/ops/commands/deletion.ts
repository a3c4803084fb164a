import { dataDeletionForm } from "../../contract/forms/data-deletion.ts";
import { isReference } from "../../contract/forms/submission.ts";
import type { DatabaseClient } from "../../server/platform/db/client.ts";
import { openDatabase } from "../../server/platform/db/connect/open-database.ts";
import { composeEmail } from "../../server/platform/mail/compose.ts";
import { queueEmail } from "../../server/platform/mail/outbox.ts";
import type { Command, Operation } from "../command.ts";
import { OperatorError } from "../operator-error.ts";

/**
 * `deletion done <reference>` notes when a data deletion request was carried out and tells
 * the person by mail, as the page promised (SPEC 4). Saying it twice tells nobody again.
 */
export const deletion: Command = {
  usage: "deletion done <reference>",

  async run({ args, config, print }: Operation): Promise<void> {
    const [what, word, ...rest] = args;
    if (what !== "done" || word === undefined || rest.length > 0) {
      throw new OperatorError("Name the request that was carried out: deletion done <reference>");
    }
    const reference = word.trim().toUpperCase();
    if (!isReference(reference)) throw new OperatorError(`"${word}" is not a reference.`);
    const client = await openDatabase(config);
    try {
      const doneAt = await finishRequest(client, reference, Date.now());
      const time = new Date(doneAt.time).toISOString();
      await print(
        doneAt.isNew
          ? `${reference} is done (${time}). A mail tells the person.\n`
          : `${reference} was done before (${time}). No mail was sent.\n`,
      );
    } finally {
      await client.close();
    }
  },
};

function finishRequest(
  { write }: DatabaseClient,
  reference: string,
  now: number,
): Promise<{ readonly time: number; readonly isNew: boolean }> {
  return write(async (trx) => {
    const row = await trx
      .updateTable("submissions")
      .set({ done_at: now })
      .where("reference", "=", reference)
      .where("collection", "=", dataDeletionForm.collection)
      .where("done_at", "is", null)
      .returning("data")
      .executeTakeFirst();
    if (row) {
      const { email, platform } = JSON.parse(row.data) as Record<string, string>;
      await queueEmail(trx, writeNotice(email ?? "", platform ?? "", reference), now);
      return { time: now, isNew: true };
    }
    const known = await trx
      .selectFrom("submissions")
      .select(["collection", "done_at"])
      .where("reference", "=", reference)
      .executeTakeFirst();
    if (!known) throw new OperatorError(`Nothing is stored under "${reference}".`);
    if (known.done_at === null) {
      throw new OperatorError(
        `${reference} is in ${known.collection}; only ${dataDeletionForm.collection} can be done.`,
      );
    }
    return { time: known.done_at, isNew: false };
  });
}

function writeNotice(recipient: string, platform: string, reference: string) {
  return composeEmail({
    kind: "deletion-done",
    recipient,
    subject: "Your data has been deleted",
    lines: [
      "Hello,",
      `You asked us to delete your data from ${platform}. This is now done. Your reference was ${reference}.`,
      "We keep the request itself, to show that we did what you asked. We also keep what a law makes us keep.",
      "Is something not as you asked? Call us, and give us this reference.",
    ],
    headers: { "Auto-Submitted": "auto-generated" },
  });
}
