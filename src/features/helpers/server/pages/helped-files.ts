import type { FastifyInstance } from "fastify";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { queryOf, singleValueOf } from "../../../../platform/server/http/read-query.ts";
import { readWholeText } from "../../../messages/server/conversation-page/read-conversation.ts";
import { downloadHeaders, readSentFile } from "../../../messages/server/reply-files/send-file.ts";
import { helpingFilePath, helpQuery } from "../../contract/helpers.ts";
import { noteLook } from "../acting/note-act.ts";
import { findHelped } from "./helped-messages.ts";
import { withoutLinks } from "./without-links.ts";

/** A file, or the whole text of a long email, in a message of the person whom the query names. */
export function registerHelpedFiles(app: FastifyInstance, context: AppContext): void {
  app.get(helpingFilePath, async (request, reply) => {
    const { help } = request;
    const query = queryOf(request);
    const reference = singleValueOf(query, helpQuery.message) ?? "";
    const [, id = "", ending] =
      /^([0-9a-f-]{36})(\.txt)?$/.exec(singleValueOf(query, helpQuery.file) ?? "") ?? [];
    const found = help && id !== "" ? await findHelped(help, reference, context) : undefined;
    if (!help || !found) throw new ApiError("not-found");
    await noteLook(help, ["messages", "file", found.reference], context);
    reply.headers({ "cache-control": "no-store", "x-content-type-options": "nosniff" });
    if (ending !== undefined) {
      const text = await readWholeText(context.database.db, found.shown, id);
      if (text === undefined) throw new ApiError("not-found");
      return reply.type("text/plain; charset=utf-8").send(withoutLinks(text));
    }
    const file = await readSentFile(found.shown, id, context);
    if (!file) throw new ApiError("not-found");
    return reply
      .type("application/octet-stream")
      .headers(downloadHeaders(file.name))
      .send(file.bytes);
  });
}
