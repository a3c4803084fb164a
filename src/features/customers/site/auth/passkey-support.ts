/** Whether this browser supports passkeys. Separate from their code, which loads on first use. */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === "function";
}
