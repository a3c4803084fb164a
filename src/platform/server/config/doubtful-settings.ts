import { brand } from "../../../brand.ts";
import { type Config, type FeatureSettings, readConfig } from "./config.ts";
import type { Environment } from "./setting-reader.ts";

/** Shorter tokens can be guessed, in characters. */
const minTokenLength = 16;
/** Names that no mail server delivers to (RFC 2606, RFC 6761). */
export const unrealHost = /(?:^|\.)(?:example(?:\.(?:com|net|org))?|invalid|test|localhost)$/i;

/**
 * Settings that are valid but cannot be meant, as one sentence each, for the log at start. Never
 * contains a value.
 */
export function findDoubtfulSettings(
  env: Environment,
  config: Config,
  features: readonly FeatureSettings[],
): string[] {
  const known = listSettings(features);
  return [...findMisspelled(env, known), ...findShortTokens(env, known), ...findMissing(config)];
}

function findMisspelled(env: Environment, known: ReadonlySet<string>): string[] {
  return Object.keys(env).flatMap((name) => {
    if (!env[name] || known.has(name)) return [];
    const close = [...known].find((other) => isClose(name.toUpperCase(), other));
    return close ? [`${name} is not a setting: is ${close} meant?`] : [];
  });
}

/** The names that the server reads, found by reading none of them. */
function listSettings(features: readonly FeatureSettings[]): Set<string> {
  const names = new Set<string>();
  readConfig(
    new Proxy<Environment>(
      {},
      { get: (_, name) => void (typeof name === "string" && names.add(name)) },
    ),
    {},
    features,
  );
  return names;
}

function findShortTokens(env: Environment, known: ReadonlySet<string>): string[] {
  return [...known]
    .filter((name) => name.endsWith("_TOKEN"))
    .filter((name) => env[name] && env[name].length < minTokenLength)
    .map((name) => `${name} has fewer than ${minTokenLength} characters: it can be guessed`);
}

/** Only for a site in use: with https and a mail server. */
function findMissing({ publicUrl, smtpUrl, mailFrom, staffEmails }: Config): string[] {
  if (!publicUrl?.startsWith("https:") || smtpUrl === undefined) return [];
  const address = mailFrom ?? brand.email.support;
  const missing: string[] = [];
  if (unrealHost.test(/@([^@>]+)>?$/.exec(address)?.[1] ?? "")) {
    missing.push("MAIL_FROM is not a real address: mail servers will reject the emails");
  }
  if (staffEmails.others === undefined) {
    missing.push("STAFF_EMAIL is not set: staff get no notice of new messages");
  }
  return missing;
}

/** Whether a name is a slip away from another: one edit, in long names two, or no underscores. */
function isClose(name: string, other: string): boolean {
  if (name.replaceAll("_", "") === other.replaceAll("_", "")) return true;
  const max = other.length < 8 ? 1 : 2;
  return Math.abs(name.length - other.length) <= max && countEdits(name, other) <= max;
}

function countEdits(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? 0;
}
