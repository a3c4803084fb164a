import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import type { Endpoint, NoBody } from "../../../../platform/contract/define-endpoint.ts";
import {
  formatError,
  type RequestError,
} from "../../../../platform/contract/errors/error-message.ts";
import type { ErrorCode } from "../../../../platform/contract/errors/errors.ts";
import { type Outcome, request } from "../../../../platform/site/runtime/api.ts";
import { loadChunk } from "../../../../platform/site/runtime/chunk.ts";
import type { PasskeyOptions } from "../../contract/passkeys.ts";

type OptionsEndpoint = Endpoint<NoBody, PasskeyOptions>;

/** Why a device returned nothing: canceled, already registered, or not supported. */
type DeviceError = "canceled" | "already-registered" | "not-supported";

export type PasskeyOutcome =
  | { readonly ok: true; readonly data: object }
  | {
      readonly ok: false;
      readonly error:
        | Extract<Outcome<never>, { ok: false }>["error"]
        | { readonly code: DeviceError };
    };

const sentences: Readonly<Record<DeviceError, string>> = {
  canceled: "No passkey was used. Try again, or use your password.",
  "already-registered": "This device already has a passkey for your account.",
  "not-supported": "Passkeys do not work in this browser. Your password works as before.",
};

/** Rejections whose own message says what to do. */
const shownCodes: ReadonlySet<string> = new Set<ErrorCode>([
  "passkey-refused",
  "account-locked",
  "too-many-passkeys",
  "no-cookies",
]);

/**
 * Authenticates with a passkey. The WebAuthn library loads on first use.
 * @param endpoint issues the challenge
 */
export function authenticateWithPasskey(endpoint: OptionsEndpoint): Promise<PasskeyOutcome> {
  return withOptions<PublicKeyCredentialRequestOptionsJSON>(endpoint, async (optionsJSON) => {
    const { startAuthentication } = await loadLibrary();
    return startAuthentication({ optionsJSON });
  });
}

export function registerPasskey(endpoint: OptionsEndpoint): Promise<PasskeyOutcome> {
  return withOptions<PublicKeyCredentialCreationOptionsJSON>(endpoint, async (optionsJSON) => {
    const { startRegistration } = await loadLibrary();
    return startRegistration({ optionsJSON });
  });
}

export function passkeyErrorMessage({ error }: Extract<PasskeyOutcome, { ok: false }>): string {
  if (isDeviceError(error.code)) return sentences[error.code];
  const failure = error as RequestError;
  const { code, message } = failure;
  if (message && shownCodes.has(code)) return message;
  return `That did not work: ${formatError(failure)}`;
}

function isDeviceError(code: string): code is DeviceError {
  return Object.hasOwn(sentences, code);
}

function loadLibrary() {
  return loadChunk(() => import("@simplewebauthn/browser"));
}

async function withOptions<Options extends PasskeyOptions>(
  endpoint: OptionsEndpoint,
  run: (options: Options) => Promise<object>,
): Promise<PasskeyOutcome> {
  const options = await request(endpoint);
  if (!options.ok) return options;
  try {
    return { ok: true, data: await run(options.data as Options) };
  } catch (error) {
    return { ok: false, error: toDeviceError(error) };
  }
}

function toDeviceError(
  error: unknown,
): { readonly code: DeviceError } | { readonly code: "unreachable" } {
  switch (error instanceof Error && error.name) {
    case "NotAllowedError":
    case "AbortError":
      return { code: "canceled" };
    case "InvalidStateError":
      return { code: "already-registered" };
    case "SecurityError":
    case "NotSupportedError":
    case "ConstraintError":
      return { code: "not-supported" };
    default:
      return { code: "unreachable" };
  }
}
