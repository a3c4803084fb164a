import { type SqlBool, sql } from "kysely";
import { brand } from "../../../brand.ts";

/** Validity of an authenticator code in seconds (RFC 6238), and its number of digits. */
const codePeriod = 30;
const codeDigits = 6;
/** Clocks may be off by this many periods. */
const allowedDrift = 1;

/** Bytes of a secret; RFC 4226 recommends 20. */
const secretLength = 20;
/** Light modules around a QR code, as ISO/IEC 18004 requires. */
const quietZone = 4;

export interface NewAuthenticator {
  /** Base32, for typing. */
  readonly secret: string;
  /** A QR code as an SVG path in a square of `size` modules. */
  readonly qr: { readonly size: number; readonly path: string };
}

/**
 * Imports the library that checks codes, which takes too long inside a transaction. Call it before
 * a transaction that uses `findCodeStep`.
 */
export async function prepareOneTimeCodes(): Promise<void> {
  await import("otpauth");
}

/** Makes a secret for an authenticator. @param owner shown in the app beside the brand */
export async function makeAuthenticator(owner: string): Promise<NewAuthenticator> {
  const { Secret, TOTP } = await import("otpauth");
  const secret = new Secret({ size: secretLength });
  const address = new TOTP({ issuer: brand.name, label: owner, secret }).toString();
  return { secret: secret.base32, qr: await drawQr(address) };
}

/** A QR code as an SVG path: one rectangle for each run of dark modules in a row. */
async function drawQr(text: string): Promise<NewAuthenticator["qr"]> {
  const { encode } = await import("uqr");
  const { data, size } = encode(text, { ecc: "M", border: quietZone });
  const strips = data.map((row, y) => {
    let path = "";
    for (let x = 0; x < row.length; x += 1) {
      const start = x;
      while (row[x]) x += 1;
      if (x > start) path += `M${start} ${y}h${x - start}v1h-${x - start}z`;
    }
    return path;
  });
  return { size, path: strips.join("") };
}

/** Whether a normalized code is from an authenticator, and not a recovery code. */
export function isOneTimeCode(typed: string): boolean {
  return typed.length === codeDigits && /^\d+$/.test(typed);
}

/** Normalizes a code as people type it: with spaces or dashes, in lower case. */
export function readCode(code: string): string {
  return code.replace(/[\s-]/g, "").toUpperCase();
}

/** Time step of a code, or undefined if it is not valid around `now`. */
export async function findCodeStep(
  secret: string,
  code: string,
  now: number,
): Promise<number | undefined> {
  const { Secret, TOTP } = await import("otpauth");
  const delta = TOTP.validate({
    token: readCode(code),
    secret: Secret.fromBase32(secret),
    digits: codeDigits,
    period: codePeriod,
    timestamp: now,
    window: allowedDrift,
  });
  return delta === null ? undefined : Math.floor(now / 1000 / codePeriod) + delta;
}

/**
 * The condition that no code of this step or a later one was used, so that no code works twice. A
 * stored step after the latest valid one was written before the clock was set back.
 */
export function isUnusedStep(step: number, now: number) {
  const newest = Math.floor(now / 1000 / codePeriod) + allowedDrift;
  return sql<SqlBool>`(
    totp_last_step is null or totp_last_step < ${step} or totp_last_step > ${newest}
  )`;
}
