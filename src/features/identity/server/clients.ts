import { randomUUIDv7 } from "node:crypto";
import type { Kysely, Selectable, Transaction } from "kysely";
import type { AdapterPayload } from "oidc-provider";
import { ApiError } from "../../../platform/server/api-error.ts";
import type { Config } from "../../../platform/server/config/config.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { type Actor, writeAudit } from "../../staff/server/write-audit.ts";
import { type App, appLimits, type NewApp } from "../contract/apps.ts";

type Row = Selectable<Database["oidc_clients"]>;

const auditTarget = "Apps";
const loopback: ReadonlySet<string> = new Set(["127.0.0.1", "[::1]", "localhost"]);
/** Schemes that browsers give a meaning of their own. */
const forbiddenSchemes =
  /^(?:javascript|data|blob|file|filesystem|about|vbscript|mailto|tel|sms|view-source|wss?|ftp|intent|content|chrome|edge):$/;

/** Not `form_post`: its page sends itself by an inline script, which the CSP forbids. */
export const responseModes: readonly string[] = ["query", "fragment"];

/** Whether any app is configured: without one, nothing of the provider is loaded. */
export async function hasClients(db: Kysely<Database>): Promise<boolean> {
  const row = await db.selectFrom("oidc_clients").select("id").limit(1).executeTakeFirst();
  return row !== undefined;
}

/** All apps, newest first. */
export async function listClients(db: Kysely<Database>): Promise<App[]> {
  const rows = await db
    .selectFrom("oidc_clients")
    .selectAll()
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    redirectUris: JSON.parse(row.redirect_uris),
    postLogoutUris: JSON.parse(row.post_logout_uris),
    backchannelUri: row.backchannel_uri,
    createdAt: new Date(Number(row.created_at)).toISOString(),
    createdBy: row.created_by,
  }));
}

/** The app as the provider knows it (OpenID Connect Dynamic Client Registration 1.0, section 2). */
export async function findClient(
  db: Kysely<Database>,
  id: string,
): Promise<AdapterPayload | undefined> {
  const row = await db
    .selectFrom("oidc_clients")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  return row && toMetadata(row);
}

function toMetadata(row: Row): AdapterPayload {
  return {
    client_id: row.id,
    client_name: row.name,
    application_type: "native",
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    response_modes: [...responseModes],
    redirect_uris: JSON.parse(row.redirect_uris),
    post_logout_redirect_uris: JSON.parse(row.post_logout_uris),
    ...(row.backchannel_uri !== null && {
      backchannel_logout_uri: row.backchannel_uri,
      backchannel_logout_session_required: true,
    }),
  };
}

interface Adding {
  readonly actor: Actor;
  readonly config: Config;
  readonly now: number;
}

/** @returns the `client_id` @throws ApiError "invalid" with messages for the fields */
export async function addClient(
  trx: Transaction<Database>,
  sent: NewApp,
  { actor, config, now }: Adding,
): Promise<string> {
  const app = checkApp(sent, config);
  const { count } = await trx
    .selectFrom("oidc_clients")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  if (Number(count) >= appLimits.apps) {
    throw new ApiError("invalid", {
      fields: { name: `There are ${appLimits.apps} apps already.` },
    });
  }
  // Never with a "-" at its start, which commands would read as an option.
  const id = randomUUIDv7();
  await trx
    .insertInto("oidc_clients")
    .values({
      id,
      name: app.name,
      redirect_uris: JSON.stringify(app.redirectUris),
      post_logout_uris: JSON.stringify(app.postLogoutUris),
      backchannel_uri: app.backchannelUri,
      created_at: now,
      created_by: actor.name,
    })
    .execute();
  const what = `Added the app “${app.name}”, which returns to ${app.redirectUris.join(", ")}`;
  await writeAudit(trx, actor, { kind: "change", what, target: auditTarget }, now);
  return id;
}

/** Removes an app; its log-ins end at once. @throws ApiError "not-found" */
export async function removeClient(
  trx: Transaction<Database>,
  id: string,
  { actor, now }: Omit<Adding, "config">,
): Promise<void> {
  const removed = await trx
    .deleteFrom("oidc_clients")
    .where("id", "=", id)
    .returning("name")
    .executeTakeFirst();
  if (!removed) throw new ApiError("not-found");
  const what = `Removed the app “${removed.name}”`;
  await writeAudit(trx, actor, { kind: "change", what, target: auditTarget }, now);
}

/** @throws ApiError "invalid" */
function checkApp(sent: NewApp, config: Config): NewApp {
  const app = {
    name: sent.name.trim(),
    redirectUris: readAddresses(sent.redirectUris),
    postLogoutUris: readAddresses(sent.postLogoutUris),
    backchannelUri: sent.backchannelUri?.trim() || null,
  };
  const noAddress = "Enter at least one address.";
  const fields = {
    ...(app.name === "" && { name: "Name is required." }),
    ...(app.name.length > appLimits.name && {
      name: `Name is longer than ${appLimits.name} characters.`,
    }),
    ...(app.redirectUris.length === 0 && { redirectUris: noAddress }),
    ...findAddressError("redirectUris", app.redirectUris, config),
    ...findAddressError("postLogoutUris", app.postLogoutUris, config),
    ...(app.backchannelUri !== null &&
      !isWeb(app.backchannelUri, config) && {
        backchannelUri: "Use an address that begins with https://.",
      }),
  };
  if (Object.keys(fields).length > 0) throw new ApiError("invalid", { fields });
  return app;
}

function readAddresses(typed: readonly string[]): string[] {
  return [...new Set(typed.map((text) => text.trim()).filter(Boolean))];
}

function findAddressError(
  field: "redirectUris" | "postLogoutUris",
  addresses: readonly string[],
  config: Config,
): { readonly [Name in typeof field]?: string } {
  const wrong = addresses.find((text) => !isReturnAddress(text, config));
  if (wrong === undefined) return {};
  const sentence = `“${wrong.slice(0, 80)}” is not an address that an app can return to: use https:// or the app's own scheme, such as com.example.app:/login.`;
  return { [field]: sentence };
}

/** Claimed https, an app's scheme, or this computer outside of production (RFC 8252, section 7). */
function isReturnAddress(text: string, config: Config): boolean {
  const url = URL.parse(text);
  if (!url || text.length > appLimits.address || text.includes("#") || /[\s*]/.test(text)) {
    return false;
  }
  if (url.protocol === "https:" || url.protocol === "http:") return isWeb(text, config);
  return !forbiddenSchemes.test(url.protocol);
}

function isWeb(text: string, config: Config): boolean {
  const url = URL.parse(text);
  if (!url || text.length > appLimits.address || url.username || url.password || url.hash) {
    return false;
  }
  if (url.protocol === "https:") return !loopback.has(url.hostname);
  return url.protocol === "http:" && loopback.has(url.hostname) && !isProduction(config);
}

/** A site that people reach by https. */
export function isProduction({ publicUrl }: Config): boolean {
  return publicUrl?.startsWith("https:") ?? false;
}

/** Whether an address can only lead to its owner's app or site: claimed https, unlike a scheme. */
export function isClaimed(address: string): boolean {
  return address.startsWith("https://");
}
