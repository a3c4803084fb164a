/**
 * A unique random token of more than eight characters. Also works without HTTPS. It starts with
 * the time, so that rows inserted together are close in a database index.
 */
export function freshToken(): string {
  return [Date.now().toString(36), ...crypto.getRandomValues(new Uint32Array(4))].join("-");
}
