import type { InputOf } from "../../../../platform/contract/define-endpoint.ts";
import type { ownSignInEndpoints } from "../../../../platform/contract/desk/staff.ts";
import { checkForm } from "../../../../platform/contract/form-engine/define-form.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { passkeysIn } from "../../../../platform/server/credentials/passkeys.ts";
import {
  challengeLifetimeMs,
  type NewPasskey,
} from "../../../../platform/server/credentials/webauthn.ts";
import type { EndpointRequest } from "../../../../platform/server/http/register-endpoint.ts";
import { passkeyForm } from "../../../customers/contract/settings-forms.ts";
import type { StaffSession } from "../access/staff-session.ts";
import { consumeStaffToken, issueStaffToken } from "./staff-tokens.ts";

export const staffPasskeys = passkeysIn({
  table: "staff_passkeys",
  owner: "staff_id",
  // HttpOnly. Customers have another cookie.
  cookie: { name: "desk-passkey", lifetimeMs: challengeLifetimeMs },
  issue: (trx, { owner, ...challenge }, now) =>
    issueStaffToken(trx, { ...challenge, staffId: owner }, now),
  async consume(trx, token, kind, now) {
    const found = await consumeStaffToken(trx, token, [kind], now);
    return found && { owner: found.staff_id, data: found.data };
  },
});

/** Options for adding a passkey. @throws ApiError "too-many-passkeys" */
export async function requestNewStaffPasskey(
  call: EndpointRequest,
  { staffId, email, name }: StaffSession,
  context: AppContext,
) {
  return staffPasskeys.requestNew(call, { id: staffId, email, displayName: name }, context);
}

/**
 * Checks a device's response to `staffPasskeys.requestNew`.
 * @throws ApiError "invalid", "passkey-refused"
 */
export async function readNewStaffPasskey(
  { request, reply, body }: EndpointRequest & InputOf<typeof ownSignInEndpoints.addPasskey>,
  { staffId }: StaffSession,
  context: AppContext,
): Promise<NewPasskey & { readonly name: string }> {
  const { name, response } = body;
  const fields = checkForm(passkeyForm, { name });
  if (Object.keys(fields).length > 0) throw new ApiError("invalid", { fields });
  const passkey = await staffPasskeys.verifyNew({ request, reply }, staffId, response, context);
  return { ...passkey, name };
}
