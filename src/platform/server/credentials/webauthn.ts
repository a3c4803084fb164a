import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import type { FastifyRequest } from "fastify";
import { brand } from "../../../brand.ts";
import { minutes } from "../../contract/durations.ts";
import { facts } from "../../contract/facts.ts";
import { isStorableText } from "../../contract/form-engine/rules.ts";
import type { Config } from "../config/config.ts";
import { ownOrigin } from "../http/same-origin.ts";

/** How long a person may take to use their passkey, in milliseconds. */
export const challengeLifetimeMs = minutes(facts.keep.passkeyMinutes);

/** More than one person needs; keeps lists and challenges short. */
export const maxPasskeys = 20;

/**
 * Ed25519, ES256 and RS256 (COSE); every device supports one of them. By default the library also
 * tries newer ones, and Node prints a warning for each.
 */
const algorithms = [-8, -7, -257];

/** The WebAuthn relying party: the site's host name, and its origin. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

export function relyingParty(
  request: FastifyRequest,
  { config }: { readonly config: Config },
): RelyingParty {
  const origin = ownOrigin(request, config);
  return { id: new URL(origin).hostname, origin };
}

/** The origins of the company's Android apps, which share the site's passkeys. */
export function androidOrigins(apps: typeof brand.apps.android): string[] {
  const prints = apps?.flatMap(({ fingerprints }) => fingerprints) ?? [];
  return prints.map((text) => {
    const hash = Buffer.from(text.replaceAll(":", ""), "hex").toString("base64url");
    return `android:apk-key-hash:${hash}`;
  });
}

export interface StoredPasskey {
  /** Credential ID, base64url. */
  readonly id: string;
  /** COSE key, base64url. */
  readonly public_key: string;
  readonly counter: number;
  /** JSON array of WebAuthn transports. */
  readonly transports: string;
}

/** The columns of a new passkey that come from the device. */
export type NewPasskey = StoredPasskey;

/** Options for using a passkey. @param known the person's passkeys; empty allows any */
export async function assertionOptions(site: RelyingParty, known: readonly StoredPasskey[]) {
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  return generateAuthenticationOptions({
    rpID: site.id,
    allowCredentials: known.map(toCredential),
    // The device verifies fingerprint, face or PIN, so that a passkey alone counts as two factors.
    userVerification: "required",
    timeout: challengeLifetimeMs,
  });
}

/** The credential ID of a response to `assertionOptions`; undefined if it has none. */
export function readCredentialId(sent: unknown): string | undefined {
  const id = (sent as Partial<AuthenticationResponseJSON> | null | undefined)?.id;
  return typeof id === "string" && isStorableText(id) ? id : undefined;
}

/**
 * Checks the response of a passkey to its challenge.
 * @returns the passkey's new counter, or undefined if the response is invalid
 */
export async function verifyAssertion(
  site: RelyingParty,
  challenge: string,
  passkey: StoredPasskey,
  sent: unknown,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      // The library checks the shape of what was sent, field by field.
      response: sent as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: [site.origin, ...androidOrigins(brand.apps.android)],
      expectedRPID: site.id,
      requireUserVerification: true,
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(Buffer.from(passkey.public_key, "base64url")),
        counter: passkey.counter,
        transports: JSON.parse(passkey.transports),
      },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    // Thrown for every invalid response; the message adds nothing for the person.
    return undefined;
  }
}

export interface PasskeyOwner {
  readonly id: string;
  readonly email: string;
  readonly displayName: string;
}

/** Options for adding a passkey. @param known the person's passkeys */
export async function registrationOptions(
  site: RelyingParty,
  owner: PasskeyOwner,
  known: readonly StoredPasskey[],
) {
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  return generateRegistrationOptions({
    rpName: brand.name,
    rpID: site.id,
    userName: owner.email,
    userDisplayName: owner.displayName,
    userID: new Uint8Array(Buffer.from(owner.id)),
    attestationType: "none",
    supportedAlgorithmIDs: algorithms,
    // Prevents a second passkey on the same device.
    excludeCredentials: known.map(toCredential),
    // People sign in without typing an address, so the device must store the account.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    timeout: challengeLifetimeMs,
  });
}

/** Checks a device's response to `registrationOptions`. @returns undefined if it is invalid */
export async function verifyRegistration(
  site: RelyingParty,
  challenge: string,
  sent: object,
): Promise<NewPasskey | undefined> {
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      // The library checks the shape of what was sent, field by field.
      response: sent as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: [site.origin, ...androidOrigins(brand.apps.android)],
      expectedRPID: site.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    const credential = registrationInfo?.credential;
    return (
      credential && {
        id: credential.id,
        public_key: Buffer.from(credential.publicKey).toString("base64url"),
        counter: credential.counter,
        transports: JSON.stringify(credential.transports ?? []),
      }
    );
  } catch {
    // Thrown for every invalid response; the message adds nothing for the person.
    return undefined;
  }
}

function toCredential({ id, transports }: StoredPasskey) {
  return { id, transports: JSON.parse(transports) };
}
