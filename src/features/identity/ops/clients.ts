import { parseArgs } from "node:util";
import type { Command, Operation } from "../../../platform/ops/command.ts";
import { toJsonText } from "../../../platform/ops/json-text.ts";
import { OperatorError } from "../../../platform/ops/operator-error.ts";
import { withDatabase } from "../../../platform/ops/with-database.ts";
import { ApiError } from "../../../platform/server/api-error.ts";
import type { DatabaseClient } from "../../../platform/server/db/client.ts";
import { commandLine } from "../../staff/server/write-audit.ts";
import { addClient, listClients, removeClient } from "../server/clients.ts";

/** Apps that log their users in with their account here. The desk's settings call the same functions. */
export const clients: Command = {
  summary: "lists, adds and removes apps that log in with the site's accounts",
  usage:
    "clients list | clients add --name <name> --redirect-uri <address>… [--post-logout-uri <address>…] [--backchannel-logout-uri <address>] | clients remove <client_id>",
  changes: (args) => args[0] !== "list",

  async run(operation: Operation): Promise<void> {
    const { values, positionals } = parseArgs({
      args: [...operation.args],
      options: {
        name: { type: "string" },
        "redirect-uri": { type: "string", multiple: true },
        "post-logout-uri": { type: "string", multiple: true },
        "backchannel-logout-uri": { type: "string" },
      },
      allowPositionals: true,
    });
    const [act = "", id = "", ...rest] = positionals;
    const given = Object.keys(values).length > 0;
    const isKnown =
      (act === "list" && id === "" && !given) ||
      (act === "add" && id === "" && values.name !== undefined && values["redirect-uri"]) ||
      (act === "remove" && id !== "" && !given);
    if (!isKnown || rest.length > 0) throw new OperatorError(`Usage: ${clients.usage}`);
    const app = {
      name: values.name ?? "",
      redirectUris: values["redirect-uri"] ?? [],
      postLogoutUris: values["post-logout-uri"] ?? [],
      backchannelUri: values["backchannel-logout-uri"] ?? null,
    };
    await withDatabase(operation, async (database) => {
      if (act === "list") await operation.print(toJsonText(await listClients(database.db)));
      else if (act === "remove") await remove(id, database, operation);
      else await add(app, database, operation);
    });
  },
};

async function add(
  app: Parameters<typeof addClient>[1],
  database: DatabaseClient,
  { config, print }: Operation,
): Promise<void> {
  try {
    const by = { actor: commandLine, config, now: Date.now() };
    const id = await database.write((trx) => addClient(trx, app, by));
    await print(`client_id: ${id}\n`);
  } catch (error) {
    const fields = error instanceof ApiError ? error.body.fields : undefined;
    throw fields ? new OperatorError(Object.values(fields).join(" ")) : error;
  }
}

async function remove(id: string, database: DatabaseClient, { print }: Operation): Promise<void> {
  try {
    const by = { actor: commandLine, now: Date.now() };
    await database.write((trx) => removeClient(trx, id, by));
  } catch (error) {
    const isUnknown = error instanceof ApiError && error.body.code === "not-found";
    if (!isUnknown) throw error;
    throw new OperatorError(`There is no app "${id}". "clients list" shows them.`);
  }
  await print("The app is removed; its users are logged out of it.\n");
}
