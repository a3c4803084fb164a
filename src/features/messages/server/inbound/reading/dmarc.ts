import type { Header } from "./headers.ts";

/**
 * The result of DMARC (RFC 8601) that our own receiving server wrote: in the topmost headers with
 * its name. Those below its `Received` line came with the email, so anybody may have written them.
 */
export function readDmarc(
  headers: readonly Header[],
  trustedServer: string | undefined,
): "pass" | "fail" | "none" {
  if (!trustedServer) return "none";
  let hasTrusted = false;
  for (const { name, value } of headers) {
    if (name === "received" && hasTrusted) break;
    if (name !== "authentication-results") continue;
    const [server, ...results] = withoutComments(value.slice(0, 8000)).split(";");
    const [id = ""] = (server ?? "").trim().split(/\s/);
    if (id.toLowerCase() !== trustedServer.trim().toLowerCase()) continue;
    hasTrusted = true;
    for (const result of results) {
      const [method = "", outcome = ""] = result
        .trim()
        .toLowerCase()
        .split(/[\s=]+/);
      if (method !== "dmarc") continue;
      return outcome === "pass" || outcome === "fail" ? outcome : "none";
    }
  }
  return "none";
}

/** Without what is in parentheses (RFC 5322, 3.2.2). */
function withoutComments(value: string): string {
  let depth = 0;
  let kept = "";
  for (const sign of value) {
    if (sign === "(") depth += 1;
    if (depth === 0) kept += sign;
    if (sign === ")") depth = Math.max(0, depth - 1);
  }
  return kept;
}
