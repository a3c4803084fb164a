import { parseArgs } from "node:util";
import { emailKey } from "../../contract/form-engine/rules.ts";
import { deleteSignups, listSubscribers, unsubscribe } from "../../server/newsletter/queries.ts";
import { unsubscribeLink } from "../../server/newsletter/unsubscribe-link.ts";
import { requireSecret } from "../../server/platform/db/secrets.ts";
import type { Command, Operation } from "../command.ts";
import { toJsonText } from "../json-text.ts";
import { OperatorError } from "../operator-error.ts";
import { withDatabase } from "../with-database.ts";

/**
 * `newsletter export` prints, as a JSON array, each address with its personal
 * unsubscribe link, for the List-Unsubscribe header of a newsletter service (RFC 8058). Addresses
 * that only spam signed up are left out unless `--with-spam` asks for them. `unsubscribe` does what
 * that link does; `delete` also removes the records.
 */
export const newsletter: Command = {
  usage:
    "newsletter export [--with-spam] | newsletter unsubscribe --email <email> | newsletter delete --email <email>",
  changes: (args) => !args.includes("export"),

  async run(operation: Operation): Promise<void> {
    const { values, positionals } = parseArgs({
      args: [...operation.args],
      options: { "with-spam": { type: "boolean" }, email: { type: "string" } },
      allowPositionals: true,
    });
    const action = positionals.join(" ");
    const { email, "with-spam": withSpam } = values;
    if (action === "export" && email === undefined) {
      return exportSubscribers(operation, withSpam ?? false);
    }
    const isChange = action === "unsubscribe" || action === "delete";
    if (!isChange || !email || withSpam) throw new OperatorError(`Usage: ${newsletter.usage}`);
    return change(operation, action, emailKey(email));
  },
};

async function exportSubscribers(operation: Operation, withSpam: boolean): Promise<void> {
  const { config, print, warn } = operation;
  const { publicUrl } = config;
  if (publicUrl === undefined) {
    throw new OperatorError("Set PUBLIC_URL: the unsubscribe links contain it.");
  }
  await withDatabase(operation, async (database) => {
    const secret = await requireSecret(database, "keys");
    const subscribers = await listSubscribers(database.db);
    const wanted = subscribers.filter(({ spam }) => !spam || withSpam);
    const rows = wanted.map(({ id, email, spam }) => ({
      email,
      unsubscribe: unsubscribeLink(publicUrl, secret, id),
      ...(spam && { spam }),
    }));
    await print(toJsonText(rows));
    const leftOut = subscribers.length - wanted.length;
    if (leftOut > 0) warn(`Left out as spam: ${leftOut}. --with-spam includes them.`);
  });
}

async function change(
  operation: Operation,
  action: "unsubscribe" | "delete",
  email: string,
): Promise<void> {
  await withDatabase(operation, async ({ write }) => {
    const count = await write((trx) =>
      action === "delete" ? deleteSignups(trx, email) : unsubscribe(trx, { email }, Date.now()),
    );
    if (count === 0) {
      const state = action === "delete" ? "has no signup" : "is not subscribed";
      throw new OperatorError(`${email} ${state}.`);
    }
    const done = action === "delete" ? "Deleted signups of" : "Unsubscribed";
    await operation.print(`${done} ${email}: ${count}\n`);
  });
}
