import type { Transaction } from "kysely";
import { textOf } from "../../../../platform/contract/form-engine/define-steps.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { applicationForms } from "../../../recruiting/contract/application-forms.ts";
import { findApplicationId } from "../../../recruiting/server/applicants/applications.ts";
import {
  lockApplication,
  nextVersion,
} from "../../../recruiting/server/applications/applications.ts";
import { isGivenStatus, setStatus } from "../../../recruiting/server/applications/status.ts";
import { checkLetter } from "../../../recruiting/server/documents/report-letters.ts";
import { describeConflict } from "../../../staff/server/read-history.ts";
import type { SendContext, Subject } from "./subject.ts";

/** The sent application with a reference, locked; undefined without. */
export async function lockApplicationSubject(
  trx: Transaction<Database>,
  reference: string,
  context: SendContext,
): Promise<Subject | undefined> {
  const found = await lockApplication(trx, await findApplicationId(trx, reference));
  if (!found || found.status === "draft") return undefined;
  const { id, track, answers, status, version, mergedAt } = found;
  const row = await trx
    .selectFrom("applications")
    .select("status_at")
    .where("id", "=", id)
    .executeTakeFirst();
  const change = (values: { readonly waiting_since?: null }) =>
    trx
      .updateTable("applications")
      .set({ ...values, ...nextVersion(context.now()) })
      .where("id", "=", id)
      .execute();
  return {
    owner: { kind: "application", id },
    reference,
    form: applicationForms[track].collection,
    name: `${textOf(answers, "firstName")} ${textOf(answers, "lastName")}`.trim(),
    email: textOf(answers, "email"),
    started: "",
    version,
    obstacle:
      mergedAt === null
        ? undefined
        : "This application was merged into another one. Write to the applicant there.",
    endedSince: (time) =>
      status === "withdrawn" && Number(row?.status_at ?? 0) >= time ? "withdrawn" : undefined,
    findLetter: (reply) => checkLetter(trx, id, reply, context.now()),
    describeConflict: () => describeConflict(trx, { kind: "application", id }),
    touch: async () => {
      await change({});
    },
    finish: async (next, actor) => {
      if (isGivenStatus(next)) await setStatus(trx, found, next, actor, context);
      await change({ waiting_since: null });
    },
  };
}
