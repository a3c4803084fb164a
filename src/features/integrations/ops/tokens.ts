import { parseArgs } from "node:util";
import type { Command, Operation } from "../../../platform/ops/command.ts";
import { toJsonText } from "../../../platform/ops/json-text.ts";
import { OperatorError } from "../../../platform/ops/operator-error.ts";
import { withDatabase } from "../../../platform/ops/with-database.ts";
import { ApiError } from "../../../platform/server/api-error.ts";
import type { DatabaseClient } from "../../../platform/server/db/client.ts";
import { commandLine } from "../../staff/server/write-audit.ts";
import {
  apiScopeNames,
  isNetwork,
  scopeNames,
  tokenDays,
  tokenLimits,
  toScopes,
} from "../contract/api-tokens.ts";
import { listApiTokens, makeApiToken, revokeApiToken } from "../server/manage-tokens.ts";

const [shortest] = tokenDays;

/** API tokens. The desk's settings call the same functions. */
export const tokens: Command = {
  summary: "lists, creates and revokes API tokens",
  usage: `tokens list | tokens create --name <name> --scope <scope>[,<scope>] [--days ${tokenDays.join("|")}] [--allow-ip <CIDR>[,<CIDR>]] [--test] | tokens revoke <id>`,
  changes: (args) => args[0] !== "list",

  async run(operation: Operation): Promise<void> {
    const { values, positionals } = parseArgs({
      args: [...operation.args],
      options: {
        name: { type: "string" },
        scope: { type: "string" },
        days: { type: "string" },
        "allow-ip": { type: "string" },
        test: { type: "boolean" },
      },
      allowPositionals: true,
    });
    const [act = "", id = "", ...rest] = positionals;
    const given = Object.keys(values).length > 0;
    const isKnown =
      (act === "list" && id === "" && !given) ||
      (act === "create" && id === "" && values.name !== undefined && values.scope !== undefined) ||
      (act === "revoke" && id !== "" && !given);
    if (!isKnown || rest.length > 0) throw new OperatorError(`Usage: ${tokens.usage}`);
    await withDatabase(operation, async (database) => {
      if (act === "list") {
        await operation.print(toJsonText(await listApiTokens(database.db, Date.now())));
      } else if (act === "revoke") await revoke(id, database, operation);
      else {
        const { test: isTest = false, ...others } = values;
        await create({ ...others, isTest }, database, operation);
      }
    });
  },
};

interface NewToken {
  readonly name?: string;
  readonly scope?: string;
  readonly days?: string;
  readonly "allow-ip"?: string;
  readonly isTest: boolean;
}

async function create(
  values: NewToken,
  database: DatabaseClient,
  { print, dryRun }: Operation,
): Promise<void> {
  const { name = "", scope = "", days = String(shortest), isTest } = values;
  const { "allow-ip": networks = "" } = values;
  const scopes = scope.split(",").map((text) => {
    const known = scopeNames.find((one) => one === text.trim());
    if (known) return known;
    const all = apiScopeNames.join(", ");
    throw new OperatorError(`There is no scope "${text}". The scopes are: ${all}`);
  });
  const lifetime = tokenDays.find((one) => String(one) === days);
  if (lifetime === undefined) {
    throw new OperatorError(
      `A token is valid for ${tokenDays.join(", ")} days. Choose one of these.`,
    );
  }
  const allowIp = networks
    .split(",")
    .map((text) => text.trim())
    .filter(Boolean);
  if (allowIp.length > tokenLimits.networks) {
    throw new OperatorError(`Name at most ${tokenLimits.networks} networks.`);
  }
  const wrong = allowIp.find((text) => !isNetwork(text));
  if (wrong !== undefined) {
    throw new OperatorError(`"${wrong}" is not a network such as 203.0.113.0/24 or 2001:db8::/32.`);
  }
  const settings = { name, scopes: toScopes(scopes), days: lifetime, allowIp, isTest };
  try {
    const made = await database.write((trx) =>
      makeApiToken(trx, commandLine, settings, Date.now()),
    );
    const what = `Created a ${isTest ? "test token" : "token"} for ${lifetime} days`;
    // The token of a dry run is never stored.
    await print(
      dryRun ? `${what}.\n` : `${what}. This is the only time it is shown:\n${made.token}\n`,
    );
  } catch (error) {
    const fields = error instanceof ApiError ? error.body.fields : undefined;
    throw fields ? new OperatorError(Object.values(fields).join(" ")) : error;
  }
}

async function revoke(id: string, database: DatabaseClient, { print }: Operation): Promise<void> {
  try {
    await database.write((trx) => revokeApiToken(trx, commandLine, id, Date.now()));
  } catch (error) {
    const isUnknown = error instanceof ApiError && error.body.code === "not-found";
    if (!isUnknown) throw error;
    throw new OperatorError(`There is no active token "${id}". "tokens list" shows them.`);
  }
  await print("The token is revoked.\n");
}
