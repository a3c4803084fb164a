import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { formatError, type RequestError } from "../../../contract/errors/error-message.ts";
import type { ErrorCode } from "../../../contract/errors/errors.ts";
import { type Outcome, post } from "../../runtime/api.ts";
import { loadChunk } from "../../runtime/chunk.ts";

/** Why a device gave no answer: its owner said no, it has one already, it cannot. */
type DeviceError = "cancelled" | "known" | "not-possible";

/** What a device answered for one of its passkeys, ready to be sent, or why it did not. */
export type PasskeyOutcome =
  | { readonly ok: true; readonly data: object }
  | {
      readonly ok: false;
      readonly error:
        | Extract<Outcome<never>, { ok: false }>["error"]
        | { readonly code: DeviceError };
    };

const sentences: Readonly<Record<DeviceError, string>> = {
  cancelled: "No passkey was used. Try again, or use your password.",
  known: "This device has a passkey for your account already.",
  "not-possible": "Passkeys do not work in this browser. Your password works as before.",
};

/** Refusals whose own sentence says what to do. */
const shownCodes: ReadonlySet<string> = new Set<ErrorCode>([
  "passkey-refused",
  "too-many-passkeys",
  "no-cookies",
]);

/**
 * Asks the device to prove with a passkey who is there. Its library loads now.
 * @param address where the site gives its challenge
 */
export function authenticateWithPasskey(address: string): Promise<PasskeyOutcome> {
  return run<PublicKeyCredentialRequestOptionsJSON>(address, async (optionsJSON) => {
    const { startAuthentication } = await loadLibrary();
    return startAuthentication({ optionsJSON });
  });
}

/** Asks the device to make a passkey. */
export function registerPasskey(address: string): Promise<PasskeyOutcome> {
  return run<PublicKeyCredentialCreationOptionsJSON>(address, async (optionsJSON) => {
    const { startRegistration } = await loadLibrary();
    return startRegistration({ optionsJSON });
  });
}

/** Why it came to nothing, as a sentence. */
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

async function run<Options>(
  address: string,
  ask: (options: Options) => Promise<object>,
): Promise<PasskeyOutcome> {
  const options = await post<Options>(address, {});
  if (!options.ok) return options;
  try {
    return { ok: true, data: await ask(options.data) };
  } catch (error) {
    return { ok: false, error: { code: toDeviceError(error) } };
  }
}

function toDeviceError(error: unknown): DeviceError | "unreachable" {
  switch (error instanceof Error && error.name) {
    case "NotAllowedError":
    case "AbortError":
      return "cancelled";
    case "InvalidStateError":
      return "known";
    case "SecurityError":
    case "NotSupportedError":
    case "ConstraintError":
      return "not-possible";
    default:
      return "unreachable";
  }
}
