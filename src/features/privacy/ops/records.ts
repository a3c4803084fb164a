import { parseArgs } from "node:util";
import type { Command, Operation } from "../../../platform/ops/command.ts";
import { OperatorError } from "../../../platform/ops/operator-error.ts";
import { withDatabase } from "../../../platform/ops/with-database.ts";
import { toCsvHeader, toCsvLine } from "../../../platform/server/parsing/csv.ts";
import {
  type Collection,
  readPages,
  type StoredRecord,
} from "../../../platform/server/values/stored-record.ts";
import { collectionNames, findCollection } from "../server/deletion/find.ts";

interface Layout {
  /** Printed alone if there are no records. */
  readonly empty: string;
  readonly start: string;
  readonly separator: string;
  readonly end: string;
  format(record: StoredRecord): string;
}

const json: Layout = {
  empty: "[]\n",
  start: "[\n",
  separator: ",\n",
  end: "\n]\n",
  format: (record) => JSON.stringify(record),
};

function csvOf({ fields }: Collection, withSpam: boolean): Layout {
  const heading = toCsvHeader(["id", "reference", ...fields, ...(withSpam ? ["spam"] : [])]);
  return {
    empty: heading,
    start: heading,
    separator: "",
    end: "",
    format: ({ id, reference, data, spam }) =>
      toCsvLine([
        id,
        reference,
        ...fields.map((field) => data[field]),
        ...(withSpam ? [spam] : []),
      ]),
  };
}

/**
 * `records <Collection>` lists everything as JSON and marks suspected spam. CSV is for export: it
 * omits spam unless `--with-spam` is given.
 */
export const records: Command = {
  summary: "lists the records of a form as JSON or CSV",
  usage: "records <Collection> [--csv [--with-spam]]",

  async run({ args, config, dryRun, print, warn }: Operation): Promise<void> {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { csv: { type: "boolean" }, "with-spam": { type: "boolean" } },
      allowPositionals: true,
    });
    const [name, ...rest] = positionals;
    if (name === undefined || rest.length > 0)
      throw new OperatorError(`Name one collection: ${records.usage}`);
    const collection = requireCollection(name);
    const withSpam = values["with-spam"] ?? false;
    const layout = values.csv ? csvOf(collection, withSpam) : json;
    const isShown = ({ spam }: StoredRecord) => !values.csv || withSpam || spam === undefined;
    await withDatabase({ config, dryRun }, async (client) => {
      const warning = await collection.findWarning?.(client.db);
      if (warning !== undefined) warn(warning);
      let before = layout.start;
      let leftOut = 0;
      for await (const page of readPages(collection, client.db)) {
        const shown = page.filter(isShown);
        leftOut += page.length - shown.length;
        if (shown.length === 0) continue;
        await print(before);
        await print(shown.map(layout.format).join(layout.separator));
        before = layout.separator;
      }
      await print(before === layout.start ? layout.empty : layout.end);
      if (leftOut > 0) warn(`Left out as spam: ${leftOut}. --with-spam includes them.`);
    });
  },
};

/** @throws OperatorError that lists the known names */
function requireCollection(name: string): Collection {
  const found = findCollection(name);
  if (found) return found;
  const names = collectionNames.map((known) => `  ${known}`).join("\n");
  throw new OperatorError(`There is no collection "${name}". The collections are:\n${names}`);
}
