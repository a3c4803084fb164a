import type { Command, Operation } from "../../../platform/ops/command.ts";
import { OperatorError } from "../../../platform/ops/operator-error.ts";
import { requireReference } from "../../../platform/ops/require-reference.ts";
import { withDatabase } from "../../../platform/ops/with-database.ts";
import { deleteSubmission } from "../../privacy/server/deletion/delete-submission.ts";

/** `submissions delete <reference>` deletes what somebody sent with a public form. */
export const submissions: Command = {
  summary: "deletes what was sent with a public form",
  usage: "submissions delete <reference>",
  changes: () => true,

  async run(operation: Operation): Promise<void> {
    const [action, word = "", ...rest] = operation.args;
    if (action !== "delete" || word === "" || rest.length > 0) {
      throw new OperatorError(`Usage: ${submissions.usage}`);
    }
    const reference = requireReference(word);
    await withDatabase(operation, async ({ write }) => {
      const collection = await write((trx) => deleteSubmission(trx, reference, Date.now()));
      if (collection === undefined) {
        throw new OperatorError(
          `No form has the reference ${reference}, or it is a data deletion request, which stays.`,
        );
      }
      await operation.print(`Deleted ${reference} (${collection})\n`);
    });
  },
};
