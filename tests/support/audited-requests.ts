import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import { readEndpoint } from "../../src/platform/contract/define-endpoint.ts";
import type { DatabaseClient } from "../../src/platform/server/db/client.ts";

/**
 * No line in the audit log: drafts and views, which only their author sees; replies, which have one
 * when they are sent; previews; changes of many and undoing, which may find nothing to change.
 */
const unaudited =
  / \/api\/desk\/(?:presence$|.*(?:draft|drafts\/:id|files|files\/:id|views|views\/:id|templates|templates\/:id|preview|undo|changes)$|.*\/replies$|call-backs\/:id\/email$)/;

interface Server {
  readonly app: FastifyInstance;
  readonly database: DatabaseClient;
}

/** Whether an endpoint left a line in the audit log at any of its successful requests. */
const seen = new WeakMap<DatabaseClient, Map<string, boolean>>();

/** Sends a change of staff, and notes whether the audit log has a line of it. */
export async function noteAudited(
  { app, database }: Server,
  staffId: string,
  [method, url]: readonly [method: string, url: string],
  send: () => Promise<LightMyRequestResponse>,
): Promise<LightMyRequestResponse> {
  if (method === "GET") return send();
  const before = await readLast(database, staffId);
  const response = await send();
  if (response.statusCode >= 300) return response;
  const name = nameOf(app, method, url);
  if (name === undefined || unaudited.test(name)) return response;
  const names = seen.get(database) ?? new Map<string, boolean>();
  seen.set(database, names);
  names.set(name, names.get(name) === true || (await readLast(database, staffId)) !== before);
  return response;
}

/** @returns the endpoints whose requests succeeded without a line in the audit log */
export function listUnaudited(database: DatabaseClient): string[] {
  return [...(seen.get(database) ?? [])].flatMap(([name, isAudited]) => (isAudited ? [] : [name]));
}

async function readLast({ db }: DatabaseClient, staffId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("events")
    .select("id")
    .where("staff_id", "=", staffId)
    .where("audit", "is not", null)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

function nameOf(app: FastifyInstance, method: string, url: string): string | undefined {
  const [path = ""] = url.split("?");
  const parts = path.split("/");
  const found = app.endpoints.map(readEndpoint).find((one) => {
    const own = one.path.split("/");
    const fits = own.every((part, at) => part.startsWith(":") || part === parts[at]);
    return one.method === method && own.length === parts.length && fits;
  });
  return found && `${method} ${found.path}`;
}
