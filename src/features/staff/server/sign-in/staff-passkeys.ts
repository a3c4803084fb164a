import type { Transaction } from "kysely";
import type { ownSignInEndpoints, StaffPasskey } from "../../../../platform/contract/desk/staff.ts";
import type { InputOf } from "../../../../platform/contract/endpoints/define-endpoint.ts";
import { checkForm } from "../../../../platform/contract/form-engine/define-form.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/context/app-context.ts";
import { hashToken } from "../../../../platform/server/credentials/tokens.ts";
import {
  assertionOptions,
  challengeLifetimeMs,
  maxPasskeys,
  type NewPasskey,
  readCredentialId,
  registrationOptions,
  relyingParty,
  verifyAssertion,
  verifyRegistration,
} from "../../../../platform/server/credentials/webauthn.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import {
  type CookieKind,
  clearCookie,
  readCookie,
  setCookie,
} from "../../../../platform/server/http/cookies.ts";
import type { EndpointRequest } from "../../../../platform/server/http/register-endpoint.ts";
import { passkeyForm } from "../../../customers/contract/forms/settings-forms.ts";
import type { StaffSession } from "../access/staff-session.ts";
import { consumeStaffToken, issueStaffToken, type StaffChallengeKind } from "./staff-tokens.ts";

/** Token of the open challenge; HttpOnly. Customers have another cookie. */
const challengeCookie: CookieKind = { name: "desk-passkey", lifetimeMs: challengeLifetimeMs };

export function listStaffPasskeys({ database }: AppContext, staffId: string) {
  return database.db
    .selectFrom("staff_passkeys")
    .selectAll()
    .where("staff_id", "=", staffId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Public id of a passkey; the credential's own id may be too long for a URL. */
export function staffPasskeyLabel(id: string): string {
  return hashToken(id);
}

export function describePasskey(
  passkey: Awaited<ReturnType<typeof listStaffPasskeys>>[number],
): StaffPasskey {
  const { id, name, created_at: createdAt, last_used_at: lastUsedAt } = passkey;
  return {
    id: staffPasskeyLabel(id),
    name,
    createdAt: new Date(createdAt).toISOString(),
    lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
  };
}

/** Options for using a passkey. @param staffId null: any staff member */
export async function requestStaffPasskey(
  { request, reply }: EndpointRequest,
  kind: StaffChallengeKind,
  staffId: string | null,
  context: AppContext,
) {
  const known = staffId === null ? [] : await listStaffPasskeys(context, staffId);
  const options = await assertionOptions(relyingParty(request, context), known);
  await storeChallenge(reply, kind, staffId, options.challenge, context);
  return options;
}

interface UsedStaffPasskey {
  readonly staffId: string;
  /**
   * Stores that it was used, in the transaction that it authorizes.
   * @throws ApiError "passkey-refused" if it was removed or used in the meantime
   */
  use(trx: Transaction<Database>): Promise<void>;
}

/**
 * Checks a browser's response to `requestStaffPasskey`.
 * @param staffId the expected person; null for anybody
 * @returns undefined if it is invalid, replayed or too late
 */
export async function verifyStaffPasskey(
  { request, reply }: EndpointRequest,
  kind: StaffChallengeKind,
  staffId: string | null,
  context: AppContext,
): Promise<UsedStaffPasskey | undefined> {
  const challenge = await consumeChallenge({ request, reply }, kind, staffId, context);
  const id = readCredentialId(request.body);
  if (challenge === undefined || id === undefined) return undefined;
  const passkey = await context.database.db
    .selectFrom("staff_passkeys")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  if (!passkey || (staffId !== null && passkey.staff_id !== staffId)) return undefined;
  const site = relyingParty(request, context);
  const counter = await verifyAssertion(site, challenge, passkey, request.body);
  if (counter === undefined) return undefined;
  return {
    staffId: passkey.staff_id,
    async use(trx) {
      const { numUpdatedRows } = await trx
        .updateTable("staff_passkeys")
        .set({ counter, last_used_at: context.now() })
        .where("id", "=", passkey.id)
        // Two responses with the same counter mean that the key was copied.
        .where("counter", "=", passkey.counter)
        .executeTakeFirst();
      if (numUpdatedRows !== 1n) throw new ApiError("passkey-refused");
    },
  };
}

/** Options for adding a passkey. @throws ApiError "too-many-passkeys" */
export async function requestNewStaffPasskey(
  { request, reply }: EndpointRequest,
  { staffId, email, name }: StaffSession,
  context: AppContext,
) {
  const known = await listStaffPasskeys(context, staffId);
  if (known.length >= maxPasskeys) throw new ApiError("too-many-passkeys");
  const owner = { id: staffId, email, displayName: name };
  const options = await registrationOptions(relyingParty(request, context), owner, known);
  await storeChallenge(reply, "passkey-add", staffId, options.challenge, context);
  return options;
}

type NewPasskeyInput = InputOf<typeof ownSignInEndpoints.addPasskey>;

/** A device's new passkey, and the owner's name for it. */
interface NamedPasskey {
  readonly name: string;
  readonly passkey: NewPasskey;
}

/**
 * Checks a device's response to `requestNewStaffPasskey`.
 * @throws ApiError "invalid", "passkey-refused"
 */
export async function readNewStaffPasskey(
  { request, reply, body: { name, response } }: EndpointRequest & NewPasskeyInput,
  { staffId }: StaffSession,
  context: AppContext,
): Promise<NamedPasskey> {
  const fields = checkForm(passkeyForm, { name });
  if (Object.keys(fields).length > 0) throw new ApiError("invalid", { fields });
  const challenge = await consumeChallenge({ request, reply }, "passkey-add", staffId, context);
  const passkey =
    challenge && (await verifyRegistration(relyingParty(request, context), challenge, response));
  if (!passkey) throw new ApiError("passkey-refused");
  return { name, passkey };
}

/** @throws ApiError "passkey-refused" if a staff member already has this passkey */
export async function insertStaffPasskey(
  trx: Transaction<Database>,
  staffId: string,
  { name, passkey }: NamedPasskey,
  now: number,
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("staff_passkeys")
    .values({ ...passkey, staff_id: staffId, name, created_at: now, last_used_at: null })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) throw new ApiError("passkey-refused");
}

async function storeChallenge(
  reply: EndpointRequest["reply"],
  kind: StaffChallengeKind,
  staffId: string | null,
  challenge: string,
  { config, database, now }: AppContext,
): Promise<void> {
  const stored = { kind, staffId, data: challenge, lifetimeMs: challengeLifetimeMs };
  const token = await database.write((trx) => issueStaffToken(trx, stored, now()));
  setCookie(reply, config, challengeCookie, token);
}

/** Consumes this browser's challenge, whether the response to it is valid or not. */
async function consumeChallenge(
  { request, reply }: EndpointRequest,
  kind: StaffChallengeKind,
  staffId: string | null,
  { config, database, now }: AppContext,
): Promise<string | undefined> {
  const token = readCookie(request, config, challengeCookie);
  if (token === undefined) return undefined;
  clearCookie(reply, config, challengeCookie);
  const consumed = await database.write((trx) => consumeStaffToken(trx, token, [kind], now()));
  return consumed?.staff_id === staffId ? consumed.data : undefined;
}
