import { hashToken } from "../../../platform/server/credentials/tokens.ts";

/** Names of the provider's models in `oidc_records.kind`. */
export const recordKinds = {
  grant: "Grant",
  session: "Session",
  code: "AuthorizationCode",
} as const;

/** Their ids are no secrets. */
const plainKinds: ReadonlySet<string> = new Set([recordKinds.grant, recordKinds.session]);

/** Id of the row of what the provider stores by an id, such as a token, which the row does not hold. */
export function recordId(kind: string, id: string): string {
  return plainKinds.has(kind) ? id : `${kind}:${hashToken(id)}`;
}
