import { receiveEmail } from "../../server/conversations/inbound/receive-email.ts";
import { requireSecret } from "../../server/platform/db/secrets.ts";
import type { Command, Operation } from "../command.ts";
import { linkContext } from "../link-context.ts";
import { OperatorError } from "../operator-error.ts";
import { withDatabase } from "../with-database.ts";

/**
 * Reads one raw email (RFC 5322) from standard input, as a mail server's pipe delivers it, and
 * handles it like the HTTP endpoint. Ignoring an email is not an error; otherwise the mail
 * server would bounce it.
 */
export const inboundMail: Command = {
  summary: "stores one email from standard input, as a mail server's pipe delivers it",
  usage: "inbound-mail < <email>",
  changes: () => true,

  async run(operation: Operation): Promise<void> {
    if (operation.args.length > 0) throw new OperatorError(`Usage: ${inboundMail.usage}`);
    const { config, print } = operation;
    const links = linkContext(operation);
    const raw = await operation.readBytes();
    if (raw.length === 0) throw new OperatorError("Give the email on standard input.");
    await withDatabase(operation, async (database) => {
      const secret = await requireSecret(database, "keys");
      const context = { ...links, config, database, secret, openMarkets: null };
      const { state, reason } = await receiveEmail(raw, context);
      await print(`${state === "added" ? "The email was" : "Ignored:"} ${reason}.\n`);
    });
  },
};
