import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { startAuthentication, startRegistration } from "@simplewebauthn/browser";
import type { DeskEndpoint, NoBody } from "../../contract/define-endpoint.ts";
import { deskRequest, failureMessage } from "./desk-request.ts";

type OptionsEndpoint = DeskEndpoint<NoBody, { readonly challenge: string }>;

/** A device's response, ready to be sent, or why there is none. */
type DeviceResponse =
  | { readonly ok: true; readonly response: object }
  | { readonly ok: false; readonly message: string };

/** Asks a device for one of its passkeys. @param endpoint issues the challenge */
export function requestPasskey(endpoint: OptionsEndpoint): Promise<DeviceResponse> {
  return askDevice(endpoint, (options) =>
    startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }),
  );
}

/** Creates a passkey on a device. @param endpoint issues the challenge */
export function makePasskey(endpoint: OptionsEndpoint): Promise<DeviceResponse> {
  return askDevice(endpoint, (options) =>
    startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }),
  );
}

async function askDevice(
  endpoint: OptionsEndpoint,
  run: (options: { readonly challenge: string }) => Promise<object>,
): Promise<DeviceResponse> {
  const options = await deskRequest(endpoint);
  if (!options.ok) return { ok: false, message: failureMessage(options.error) };
  try {
    return { ok: true, response: await run(options.data) };
  } catch (error) {
    return { ok: false, message: describeDeviceError(error instanceof Error ? error.name : "") };
  }
}

/** Names of errors as in WebAuthn Level 3, 5.1.3 and 5.1.4. */
function describeDeviceError(name: string): string {
  if (name === "InvalidStateError") return "This device already has a passkey for the desk.";
  if (name === "NotAllowedError" || name === "AbortError") {
    return "No passkey was used. Try again, or choose another way.";
  }
  return "Passkeys do not work in this browser. Choose another way.";
}
