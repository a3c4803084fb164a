/** Whether this browser knows passkeys at all. Apart from their code, which loads when one is used. */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === "function";
}
