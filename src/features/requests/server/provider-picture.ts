import { ApiError } from "../../../platform/server/api-error.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import { fileStoreOf } from "../../../platform/server/files/file-store.ts";
import { readWholeUpload } from "../../../platform/server/files/read-upload.ts";
import { providerPicturePath } from "../../customers/contract/profile.ts";
import { processPicture } from "../../customers/server/profile/process.ts";
import { savePicture } from "../../customers/server/profile/store.ts";
import { emitEvents } from "../../integrations/server/webhooks/emit-events.ts";
import { type Actor, writeAudit } from "../../staff/server/write-audit.ts";
import { providerPictureBytes } from "../contract/provider-api.ts";
import { providersTarget } from "./providers.ts";
import { providerEvent } from "./request-events.ts";

/**
 * Reads an uploaded picture and encodes it again.
 * @throws ApiError "too-large", "picture-unreadable" and others for what cannot be shown
 */
export async function receiveProviderPicture(body: unknown): Promise<Buffer> {
  const tooLarge = () => new ApiError("too-large", { message: "Send at most 5 MB." });
  return processPicture(await readWholeUpload(body, providerPictureBytes, tooLarge));
}

/** @throws ApiError "not-found", "storage-full" */
export async function saveProviderPicture(
  context: AppContext,
  id: string,
  bytes: Buffer,
  actor: Actor,
): Promise<void> {
  await context.disk.requireSpace();
  const now = context.now();
  await savePicture(fileStoreOf(context), {
    path: providerPicturePath(id),
    uid: null,
    bytes,
    now,
    check: async (trx) => {
      const provider = await trx
        .selectFrom("providers")
        .select("id")
        .where("id", "=", id)
        .executeTakeFirst();
      if (!provider) throw new ApiError("not-found");
      await emitEvents(trx, [providerEvent("provider.updated", id)], now);
      const what = "Changed a provider’s picture";
      await writeAudit(trx, actor, { kind: "change", what, target: providersTarget }, now);
    },
  });
}
