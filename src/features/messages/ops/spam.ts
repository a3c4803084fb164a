import { emailKey, looksLikeEmail } from "../../../platform/contract/form-engine/rules.ts";
import type { Command, Operation } from "../../../platform/ops/command.ts";
import { toJsonText } from "../../../platform/ops/json-text.ts";
import { OperatorError } from "../../../platform/ops/operator-error.ts";
import { requireReference } from "../../../platform/ops/require-reference.ts";
import { withDatabase } from "../../../platform/ops/with-database.ts";
import { siteOrigin } from "../../../platform/server/config/config.ts";
import type { DatabaseClient } from "../../../platform/server/db/client.ts";
import { requireSecret } from "../../../platform/server/db/secrets.ts";
import { clearSignupSpam } from "../../newsletter/server/change-subscription.ts";
import { listSpam } from "../server/cases/spam.ts";
import { clearSpam, markAsSpam, type Review } from "../server/forms/review.ts";

const maxListed = 200;

/**
 * `spam list` prints the latest records that are marked; `spam no` removes the mark and sends the
 * held-back email; `spam yes` sets it. Newsletter signups are named by their address.
 */
export const spam: Command = {
  summary: "lists what is marked as spam, and sets or removes the mark",
  usage: "spam list | spam no <reference|email> | spam yes <reference>",
  changes: ([action]) => action !== "list",

  async run(operation: Operation): Promise<void> {
    const [action, word = "", ...rest] = operation.args;
    const isList = action === "list" && word === "";
    const isChange = (action === "no" || action === "yes") && word !== "";
    if (rest.length > 0 || !(isList || isChange)) throw new OperatorError(`Usage: ${spam.usage}`);
    await withDatabase(operation, async (database) => {
      await operation.print(
        isList ? await list(database) : await judge(database, action, word, operation),
      );
    });
  },
};

async function list({ db }: DatabaseClient): Promise<string> {
  return toJsonText(await listSpam(db, maxListed));
}

async function judge(
  database: DatabaseClient,
  action: string | undefined,
  word: string,
  { config }: Pick<Operation, "config">,
): Promise<string> {
  if (action === "no" && looksLikeEmail(emailKey(word))) {
    const email = emailKey(word);
    const count = await database.write((trx) => clearSignupSpam(trx, email, Date.now()));
    if (count === 0) throw new OperatorError(`No newsletter signup of ${email} is marked.`);
    return `${email} is not spam: newsletter signups ${count}\n`;
  }
  const reference = requireReference(word);
  const review =
    action === "yes"
      ? await markAsSpam(database, reference, Date.now())
      : await clearSpam(database, reference, Date.now(), {
          secret: await requireSecret(database, "keys"),
          origin: () => siteOrigin(config),
          config,
        });
  return `${reference} ${describe(review, reference, action === "yes")}\n`;
}

/** @throws OperatorError if there is no such record */
function describe(review: Review, reference: string, isSpam: boolean): string {
  const judged = isSpam ? "spam" : "not spam";
  switch (review.state) {
    case "not-found":
      throw new OperatorError(`No form has the reference ${reference}.`);
    case "as-before":
      return `(${review.collection}) was ${judged} before. Nothing changed.`;
    case "changed":
      return `(${review.collection}) is ${judged}.${review.told ? " The sender is notified by email that it arrived." : ""}`;
  }
}
