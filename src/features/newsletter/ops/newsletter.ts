import { parseArgs } from "node:util";
import { emailKey } from "../../../platform/contract/form-engine/rules.ts";
import type { Command, Operation } from "../../../platform/ops/command.ts";
import { toJsonText } from "../../../platform/ops/json-text.ts";
import { OperatorError } from "../../../platform/ops/operator-error.ts";
import { withDatabase } from "../../../platform/ops/with-database.ts";
import { ApiError } from "../../../platform/server/api-error.ts";
import type { DatabaseClient } from "../../../platform/server/db/client.ts";
import { requireSecret } from "../../../platform/server/db/secrets.ts";
import { commandLine } from "../../staff/server/write-audit.ts";
import type { BadLine, ImportResult } from "../contract/newsletter-desk.ts";
import { parseAddresses, requireColumn } from "../server/desk/import-file.ts";
import { importSubscribers } from "../server/desk/import-subscribers.ts";
import {
  addSubscriber,
  checkNote,
  deleteSubscriber,
  removeSubscriber,
  suppressSubscriber,
} from "../server/desk/manage-subscribers.ts";
import { listNewSignups } from "../server/list-new-signups.ts";
import { listRecipients } from "../server/queries.ts";
import { unsubscribeLink } from "../server/unsubscribe-link.ts";

interface Options {
  readonly email: string;
  readonly note: string;
  readonly reason: string;
  /** Name or index of the column of addresses; "": the file says it. */
  readonly column: string;
}

interface Action {
  readonly options: readonly (keyof Options)[];
  readonly optional?: keyof Options;
  /** @returns what to print */
  run(database: DatabaseClient, options: Options, operation: Operation): Promise<string>;
}

const actions: Readonly<Record<string, Action>> = {
  add: {
    options: ["email", "note"],
    async run({ write }, { email, note }) {
      const added = await write((trx) =>
        addSubscriber(trx, commandLine, { email, note }, Date.now()),
      );
      return `${added} is subscribed.\n`;
    },
  },
  unsubscribe: {
    options: ["email"],
    async run({ write }, { email }) {
      const count = await write((trx) => removeSubscriber(trx, commandLine, email, Date.now()));
      if (count === 0) throw new OperatorError(`${email} is not subscribed.`);
      return `Unsubscribed ${email}: ${count}\n`;
    },
  },
  suppress: {
    options: ["email", "reason"],
    async run({ write }, { email, reason }) {
      await write((trx) => suppressSubscriber(trx, commandLine, { email, reason }, Date.now()));
      return `${email} is suppressed: only its owner can subscribe it again.\n`;
    },
  },
  delete: {
    options: ["email"],
    async run({ write }, { email }) {
      const count = await write((trx) => deleteSubscriber(trx, commandLine, email, Date.now()));
      if (count === 0) throw new OperatorError(`${email} has no signup.`);
      return `Deleted signups of ${email}: ${count}\n`;
    },
  },
  import: {
    options: ["note"],
    optional: "column",
    async run(database, { note, column }, { readBytes }) {
      const consent = { actor: commandLine, note: checkNote(note) };
      const file = await parseAddresses(await readBytes(), column || undefined);
      requireColumn(file);
      return describe(await importSubscribers(database, file, consent, Date.now()));
    },
  },
};

/**
 * `newsletter export` prints, as a JSON array, each address with its personal unsubscribe link, for
 * the List-Unsubscribe header of a newsletter service (RFC 8058). Addresses that only spam signed up
 * are left out unless `--with-spam` asks for them, and so are those who left (`--with-left`). `unsubscribe` does what that link does; `delete`
 * also removes the records. `import` reads a CSV from standard input; with `--dry-run` it only counts.
 */
export const newsletter: Command = {
  summary: "exports, imports and changes the newsletter's addresses",
  usage: [
    "newsletter export [--with-spam] [--with-left]",
    "newsletter add --email <email> --note <where and how they agreed>",
    "newsletter unsubscribe --email <email>",
    "newsletter suppress --email <email> --reason <why>",
    "newsletter delete --email <email>",
    "newsletter import --note <where and how they agreed> [--column <name>] < addresses.csv",
  ].join(" | "),
  changes: (args) => !args.includes("export"),

  async run(operation: Operation): Promise<void> {
    const { values, positionals } = parseArgs({
      args: [...operation.args],
      options: {
        "with-spam": { type: "boolean" },
        "with-left": { type: "boolean" },
        email: { type: "string" },
        note: { type: "string" },
        reason: { type: "string" },
        column: { type: "string" },
      },
      allowPositionals: true,
    });
    const name = positionals.join(" ");
    const { "with-spam": withSpam = false, "with-left": withLeft = false, ...texts } = values;
    const given = Object.keys(texts).toSorted().join();
    if (name === "export" && given === "") {
      return exportSubscribers(operation, { withSpam, withLeft });
    }
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    const required = Object.keys(texts).filter((option) => option !== action?.optional);
    const isComplete = required.toSorted().join() === action?.options.toSorted().join();
    if (!action || !isComplete || withSpam || withLeft) {
      throw new OperatorError(`Usage: ${newsletter.usage}`);
    }
    const { email = "", note = "", reason = "", column = "" } = texts;
    await withDatabase(operation, async (database) => {
      try {
        const options = { email: emailKey(email), note, reason, column };
        await operation.print(await action.run(database, options, operation));
      } catch (error) {
        throw describeError(error);
      }
    });
  },
};

interface ExportOptions {
  readonly withSpam: boolean;
  readonly withLeft: boolean;
}

async function exportSubscribers(
  operation: Operation,
  { withSpam, withLeft }: ExportOptions,
): Promise<void> {
  const { config, print, warn } = operation;
  const { publicUrl } = config;
  if (publicUrl === undefined) {
    throw new OperatorError("Set PUBLIC_URL: the unsubscribe links contain it.");
  }
  await withDatabase(operation, async (database) => {
    const secret = await requireSecret(database, "keys");
    // New signups must be listed first, since only then is it known who has to confirm.
    while (await listNewSignups({ database, origin: () => publicUrl, now: Date.now }));
    const subscribers = await listRecipients(database.db);
    const wanted = subscribers.filter(({ spam }) => !spam || withSpam);
    const rows = wanted.map(({ id, email, spam }) => ({
      email,
      unsubscribe: unsubscribeLink(publicUrl, secret, id),
      ...(spam && { spam }),
    }));
    const left = withLeft ? await listLeft(database) : [];
    await print(toJsonText([...rows, ...left]));
    const leftOut = subscribers.length - wanted.length;
    if (leftOut > 0) warn(`Left out as spam: ${leftOut}. --with-spam includes them.`);
  });
}

async function listLeft({ db }: DatabaseClient) {
  const rows = await db
    .selectFrom("newsletter_addresses")
    .select(["email", "changed_at"])
    .where("state", "=", "left")
    .orderBy("email")
    .execute();
  return rows.map((row) => ({
    email: row.email,
    left: new Date(Number(row.changed_at)).toISOString(),
  }));
}

const badLineNames: Readonly<Record<BadLine["why"], string>> = {
  address: "",
  "open-quote": ", a quote is never closed",
  "too-long": ", longer than 64 KB",
};

function describe(result: ImportResult): string {
  const { added, known, left, suppressed, invalid, badLines, statuses } = result;
  const lines = [
    `New: ${added}`,
    `Already there: ${known}`,
    `Left before: ${left}`,
    `Suppressed: ${suppressed}`,
    `Not an address: ${invalid}`,
    ...badLines.map(({ line, why, text }) => `  line ${line}${badLineNames[why]}: ${text}`),
    ...statuses.map(
      ({ name, skipped, values }) =>
        `Column "${name}" says that ${skipped} may not get it:${values.map(({ value, count }) => ` ${value} ${count}`).join(",")}`,
    ),
  ];
  return `${lines.join("\n")}\n`;
}

/** Field messages are more specific than the error. */
function describeError(error: unknown): unknown {
  const fields = error instanceof ApiError ? error.body.fields : undefined;
  return fields ? new OperatorError(Object.values(fields).join(" ")) : error;
}
