import type { FastifyRequest } from "fastify";
import { isAppLogin } from "../../../platform/contract/paths.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import { allowFormsTo } from "../../../platform/server/pages/form-targets.ts";
import { recordId } from "./record-id.ts";

/** A log-in that an app began. */
export interface AppLogin {
  readonly appName: string;
  readonly redirectUri: string;
  /** What the app knows of the user, such as the email; "" if nothing. */
  readonly loginHint: string;
  /** When it began, in milliseconds since 1970. */
  readonly startedAt: number;
}

/** Part of what the provider stores of an interaction. */
interface StoredInteraction {
  readonly params: Readonly<Record<string, unknown>>;
}

/** @param id of the interaction; undefined if it is unknown, finished or too old */
export async function findAppLogin(
  id: string,
  { database, now }: Pick<AppContext, "database" | "now">,
): Promise<AppLogin | undefined> {
  const row = await database.db
    .selectFrom("oidc_records")
    .select(["data", "created_at"])
    .where("id", "=", recordId("Interaction", id))
    .where("expires_at", ">", now())
    .executeTakeFirst();
  if (!row) return undefined;
  const { params } = JSON.parse(row.data) as StoredInteraction;
  const app = await database.db
    .selectFrom("oidc_clients")
    .select("name")
    .where("id", "=", String(params.client_id))
    .executeTakeFirst();
  return (
    app && {
      appName: app.name,
      redirectUri: String(params.redirect_uri),
      loginHint: String(params.login_hint ?? ""),
      startedAt: Number(row.created_at),
    }
  );
}

/**
 * The log-in of an app that a login page continues to; its forms may then end there.
 * @param next the page's path to continue to
 */
export async function prepareAppLogin(
  request: FastifyRequest,
  next: string | undefined,
  context: AppContext,
): Promise<AppLogin | undefined> {
  if (next === undefined || !isAppLogin(next)) return undefined;
  const found = await findAppLogin(next.split("/").at(-1) ?? "", context);
  if (found) allowFormsTo(request, found.redirectUri);
  return found;
}
