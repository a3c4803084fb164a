import type { FastifyInstance } from "fastify";
import { days } from "../../../../platform/contract/durations.ts";
import { textsSchema } from "../../../../platform/contract/form-engine/form-schema.ts";
import { isReference } from "../../../../platform/contract/form-engine/reference.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { countAttempt } from "../../../../platform/server/credentials/throttles.ts";
import { parse } from "../../../../platform/server/http/read-input.ts";
import { errorsOf, registerNativePost } from "../../../../platform/server/pages/native-post.ts";
import {
  cancellationForm,
  cancelReasonForm,
  cancelReasons,
  referenceName,
  thanked,
} from "../../contract/forms/cancellation.ts";

const { collection } = cancellationForm;
const [, ...reasons] = cancelReasons;
const bodySchema = textsSchema(["reason", referenceName]);
/** Afterwards the reference in an old page writes nothing any more. */
const askedWithinMs = days(1);

/** Adds to a cancellation why somebody canceled: once, and only if they chose a reason. */
export function registerCancelReason(app: FastifyInstance, context: AppContext): void {
  registerNativePost(app, paths.cancel, context, {
    route: `${paths.cancel}/reason`,
    run: async (request) => {
      const { reason = "", [referenceName]: reference = "" } = parse(bodySchema, request.body);
      if (!isReference(reference)) throw new ApiError("not-found");
      await countAttempt(context, [
        { limit: "messageAddress", hash: context.clientKeys.hashAddress(request) },
      ]);
      if (reasons.some((one) => one === reason)) await addReason(reference, reason, context);
      return { show: { collection, reference, step: thanked } };
    },
    stateAfter: (rejection) => ({ collection, ...errorsOf(rejection, cancelReasonForm.failure) }),
  });
}

/** @throws ApiError "not-found" */
async function addReason(reference: string, reason: string, context: AppContext): Promise<void> {
  const { database, now } = context;
  const found = await database.db
    .selectFrom("submissions")
    .select("id")
    .where("collection", "=", collection)
    .where("reference", "=", reference)
    .where("created_at", ">", now() - askedWithinMs)
    .executeTakeFirst();
  if (!found) throw new ApiError("not-found");
  const { addMessage, requireCase } = await import("../conversation-page/change-conversation.ts");
  const owner = { kind: "case", id: found.id } as const;
  await requireCase(context, owner);
  const message = { text: `Why: ${reason}.`, sourceKey: `reason:${found.id}`, hasCopy: false };
  await database.write((trx) => addMessage(trx, owner, message, context));
}
