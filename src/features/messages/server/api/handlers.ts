import type { Readable } from "node:stream";
import type { Transaction } from "kysely";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { isMissingReference } from "../../../../platform/server/db/unique-violation.ts";
import type { UploadSpool } from "../../../../platform/server/files/upload-spool.ts";
import type { ApiCall, ApiHandlers } from "../../../integrations/server/api/api-endpoint.ts";
import { isStream, parseStrictly } from "../../../integrations/server/api/read-api-input.ts";
import { type AppCaseQuery, appMessage, type caseApiEndpoints } from "../../contract/api.ts";
import { addMessage, requireCase } from "../conversation-page/change-conversation.ts";
import { openAppCase } from "./open-app-case.ts";
import { findAppCase, readAppCase } from "./read-app-case.ts";
import { type ReceivedFile, readForm, storeFiles } from "./receive-files.ts";

/** Messages of customers that apps deliver. @param spool where files wait until they are complete */
export function caseApiHandlers(
  context: AppContext,
  spool: UploadSpool,
): ApiHandlers<typeof caseApiEndpoints> {
  const { database } = context;
  const find = (call: ApiCall & { readonly query: AppCaseQuery }) =>
    findAppCase(database.db, call.request.params.id, customerOf(call));
  return {
    async open({ body, actor: by, key, isDryRun }) {
      const store = () => database.write((trx) => openAppCase({ trx, by, key }, body, context));
      const { id, reference } = await store().catch((error: unknown) => {
        // The customer was deleted at the same time.
        if (isMissingReference(error)) return store();
        throw error;
      });
      if (!isDryRun) await requireCase(context, { kind: "case", id });
      return { reference };
    },
    read: async (call) => readAppCase(await find(call), context),
    async add(call) {
      const found = await find(call);
      const owner = { kind: "case", id: found.id } as const;
      await requireCase(context, owner);
      const { request, actor: by, isDryRun } = call;
      const save = (key: string, text: string, files: readonly ReceivedFile[]) => {
        const add = async (trx: Transaction<Database>) => {
          const message = { text, sourceKey: `app:${key}`, fromApp: { by, files } };
          await addMessage(trx, owner, message, context);
          // In the transaction, as a dry run is rolled back.
          return readAppCase(found, { ...context, database: { ...database, db: trx } });
        };
        return database.write(add);
      };
      if (!isStream(request.body)) return save(call.key, call.body.text, []);
      const sent = { body: request.body as Readable, headers: request.headers };
      const form = await readForm(sent, by.name, spool);
      try {
        const { text } = parseStrictly(appMessage, form.toObject());
        return await call.once(form.contents, (key) =>
          storeFiles(form, { ...context, isDryRun }, (files) => save(key, text, files)),
        );
      } finally {
        await form.discard();
      }
    },
  };
}

/** Whose case it must be. @throws ApiError "invalid" if a program does not say */
function customerOf({ query }: { readonly query: AppCaseQuery }): string {
  if (query.customer !== undefined) return query.customer;
  const detail = "Name the customer: ?customer=<uid>.";
  const errors = [{ pointer: "/customer", code: "required", detail }];
  throw new ApiError("invalid", { message: detail }, { errors });
}
