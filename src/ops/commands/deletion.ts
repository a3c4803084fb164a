import { dataDeletionForm } from "../../contract/forms/data-deletion.ts";
import { isReference } from "../../contract/forms/submission.ts";
import {
  type DeletionOutcome,
  finishDeletionRequest,
} from "../../server/records/deletion-requests.ts";
import type { Command, Operation } from "../command.ts";
import { OperatorError } from "../operator-error.ts";
import { withDatabase } from "../with-database.ts";

/**
 * `deletion done <reference>` records that a data deletion request was carried out and tells
 * the person by email. A second run sends nothing.
 */
export const deletion: Command = {
  usage: "deletion done <reference>",
  hasDryRun: true,

  async run({ args, config, dryRun, print }: Operation): Promise<void> {
    const [what, word, ...rest] = args;
    if (what !== "done" || word === undefined || rest.length > 0) {
      throw new OperatorError("Name the request that was carried out: deletion done <reference>");
    }
    const reference = word.trim().toUpperCase();
    if (!isReference(reference)) throw new OperatorError(`"${word}" is not a reference.`);
    await withDatabase({ config, dryRun }, async (client) => {
      const outcome = await finishDeletionRequest(client, reference, Date.now());
      await print(`${reference} ${describe(outcome, reference)}\n`);
    });
  },
};

/** @throws OperatorError if there is nothing to mark */
function describe(outcome: DeletionOutcome, reference: string): string {
  switch (outcome.state) {
    case "not-found":
      throw new OperatorError(`No request has the reference ${reference}.`);
    case "other-collection":
      throw new OperatorError(
        `${reference} is a ${outcome.collection} record; only ${dataDeletionForm.collection} records can be marked as done.`,
      );
    case "done":
      return `is done (${new Date(outcome.time).toISOString()}). The person is told by email.`;
    case "done-before":
      return `was done before (${new Date(outcome.time).toISOString()}). No email was sent.`;
  }
}
