import { parseArgs } from "node:util";
import { openDatabase } from "../../server/platform/db/connect/open-database.ts";
import { toCsvLine } from "../../server/records/csv.ts";
import { type Collection, requireCollection, type StoredRecord } from "../collections.ts";
import type { Command, Operation } from "../command.ts";
import { OperatorError } from "../operator-error.ts";
import { pageSize } from "../page-size.ts";

/** How records become text: before all, each one, between two, after all. */
interface Layout {
  readonly start: string;
  readonly separator: string;
  readonly end: string;
  format(record: StoredRecord): string;
}

const json: Layout = {
  start: "[\n",
  separator: ",\n",
  end: "\n]\n",
  format: (record) => JSON.stringify(record),
};

function csvOf({ fields }: Collection): Layout {
  return {
    start: toCsvLine(["id", "reference", ...fields]),
    separator: "",
    end: "",
    format: ({ id, reference, data }) =>
      toCsvLine([id, reference, ...fields.map((field) => data[field])]),
  };
}

export const records: Command = {
  usage: "records <Collection> [--csv]",

  async run({ args, config, print, warn }: Operation): Promise<void> {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { csv: { type: "boolean" } },
      allowPositionals: true,
    });
    const [name, ...rest] = positionals;
    if (name === undefined || rest.length > 0) throw new OperatorError("Name one collection.");
    const collection = requireCollection(name);
    const layout = values.csv ? csvOf(collection) : json;
    const client = await openDatabase(config);
    try {
      const doubt = await collection.findDoubt?.(client.db);
      if (doubt !== undefined) warn(doubt);
      let page = await collection.readPage(client.db, "");
      if (page.length === 0 && !values.csv) return await print("[]\n");
      await print(layout.start);
      for (let isFirst = true; page.length > 0; isFirst = false) {
        if (!isFirst) await print(layout.separator);
        await print(page.map(layout.format).join(layout.separator));
        const last = page.at(-1)?.id ?? "";
        page = page.length < pageSize ? [] : await collection.readPage(client.db, last);
      }
      await print(layout.end);
    } finally {
      await client.close();
    }
  },
};
