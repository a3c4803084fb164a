import { ConfigError } from "../../platform/server/config/config.ts";
import { adviceFor } from "../../platform/server/error-advice.ts";

/**
 * Tells the operator why the server did not start: one line, or a list of invalid settings. Never
 * contains the stack, which can quote the password in DATABASE_URL.
 */
export function describeStartupError(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if (!(error instanceof Error)) return `The server did not start: ${error}`;
  const code = "code" in error ? String(error.code) : "";
  // If all addresses of a name fail, the AggregateError itself has no message.
  const parts = error instanceof AggregateError ? error.errors : [error];
  const what = error.message || parts.map((part: Error) => part.message).join("; ");
  return [
    "The server did not start:",
    `${what.split("\n")[0]}.`.replace("..", "."),
    adviceFor(code),
  ]
    .filter(Boolean)
    .join(" ");
}
