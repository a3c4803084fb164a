/** A random text of more than eight characters that no other page has. Works without https too. */
export function freshToken(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}
