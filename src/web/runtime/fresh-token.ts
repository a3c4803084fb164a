/**
 * A random text of more than eight characters that no other page has. Works without https
 * too. Time comes first: what arrives together is kept together, which a database likes.
 */
export function freshToken(): string {
  return [Date.now().toString(36), ...crypto.getRandomValues(new Uint32Array(4))].join("-");
}
