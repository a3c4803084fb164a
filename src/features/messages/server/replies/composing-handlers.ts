import type { InputOf } from "../../../../platform/contract/define-endpoint.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { readApplication } from "../../../recruiting/server/desk/read-application.ts";
import type { DeskHandlers, DeskRequest } from "../../../staff/server/access/desk-endpoint.ts";
import { actorOf } from "../../../staff/server/access/staff-session.ts";
import { writeAudit } from "../../../staff/server/write-audit.ts";
import type { applicationEmailEndpoints, caseEmailEndpoints } from "../../contract/emails.ts";
import type { ConversationKind } from "../../contract/replies.ts";
import { findEmailText } from "../conversation-page/inbound-emails.ts";
import { ownerColumns } from "../conversation-page/owner.ts";
import { treatAsMessage } from "../inbound/treat-as-message.ts";
import { readCase } from "../inbox/read-case.ts";
import { sendAttachment, sendPicture } from "./send-attachment.ts";
import { sendOriginal } from "./send-original.ts";

type Endpoints = typeof caseEmailEndpoints;

export function caseEmailHandlers(context: AppContext): DeskHandlers<typeof caseEmailEndpoints> {
  const { database, now } = context;
  return handlersFor("case", context, (reference, staffId) =>
    readCase(database.db, reference, staffId, now()),
  );
}

export function applicationEmailHandlers(
  context: AppContext,
): DeskHandlers<typeof applicationEmailEndpoints> {
  const { database, now } = context;
  return handlersFor("application", context, (reference, staffId) =>
    readApplication(database.db, reference, { staffId, now: now() }),
  );
}

function handlersFor<Detail>(
  kind: ConversationKind,
  context: AppContext,
  read: (reference: string, staffId: string) => Promise<Detail>,
) {
  const { database, now } = context;
  return {
    text: async ({ request }: DeskRequest) => {
      const found = await findEmailText(database.db, request.params.id);
      if (!found || found[ownerColumns[kind]] === null) throw new ApiError("not-found");
      return { text: found.text };
    },
    original: (call: DeskRequest) => sendOriginal(kind, call, context),
    picture: (call: DeskRequest & InputOf<Endpoints["picture"]>) =>
      sendPicture(kind, call, context),
    attachment: (call: DeskRequest & InputOf<Endpoints["attachment"]>) =>
      sendAttachment(kind, call, context),
    treatAsMessage: async ({ request, session }: DeskRequest) => {
      const reference = await database.write(async (trx) => {
        const target = await treatAsMessage(trx, kind, request.params.id, context);
        const what = "Treated an automatic email as a message";
        await writeAudit(trx, actorOf(session, request), { kind: "change", what, target }, now());
        return target;
      });
      return read(reference, session.staffId);
    },
  };
}
