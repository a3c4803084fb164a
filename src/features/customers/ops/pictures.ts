import { readFile, stat } from "node:fs/promises";
import { parseArgs } from "node:util";
import { facts } from "../../../platform/contract/facts.ts";
import type { Command, Operation } from "../../../platform/ops/command.ts";
import { OperatorError } from "../../../platform/ops/operator-error.ts";
import { withDatabase } from "../../../platform/ops/with-database.ts";
import { ApiError } from "../../../platform/server/api-error.ts";
import { fileStoreOf } from "../../../platform/server/files/file-store.ts";
import { providerPicturePath } from "../contract/profile.ts";
import { isUid } from "../server/files.ts";
import { processPicture } from "../server/profile/process.ts";
import { savePicture } from "../server/profile/store.ts";

/** `pictures put --provider UID FILE` stores a provider's picture, checked like an upload. */
export const pictures: Command = {
  summary: "stores the picture of a provider",
  usage: "pictures put --provider <uid> <file>",
  changes: () => true,

  async run({ args, config, dryRun, print }: Operation): Promise<void> {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { provider: { type: "string" } },
      allowPositionals: true,
    });
    const [action, file, ...rest] = positionals;
    const { provider } = values;
    if (action !== "put" || !provider || !file || rest.length > 0) {
      throw new OperatorError(`Usage: ${pictures.usage}`);
    }
    if (!isUid(provider)) {
      throw new OperatorError('A uid holds only letters, digits, "-" and "_", at most 128.');
    }
    // Checked before reading: the file may be huge.
    const { size } = await stat(file);
    if (size > facts.picture.maxBytes) throw new ApiError("picture-too-large");
    const bytes = await processPicture(await readFile(file));
    const path = providerPicturePath(provider);
    await withDatabase({ config, dryRun }, async (database) => {
      const store = fileStoreOf({ database, config });
      if (!dryRun) await savePicture(store, { path, uid: null, bytes, now: Date.now() });
      await print(`Stored ${path}\n`);
    });
  },
};
