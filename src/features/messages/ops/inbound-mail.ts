import type { Command, Operation } from "../../../platform/ops/command.ts";
import { linkContext } from "../../../platform/ops/link-context.ts";
import { OperatorError } from "../../../platform/ops/operator-error.ts";
import { withDatabase } from "../../../platform/ops/with-database.ts";
import { requireSecret } from "../../../platform/server/db/secrets.ts";
import { receiveEmail } from "../server/inbound/receive-email.ts";

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
