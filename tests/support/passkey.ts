import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";

/** Flags of authenticator data (WebAuthn 6.1). */
const userPresent = 0x01;
const userVerified = 0x04;
const hasCredential = 0x40;

interface Deviations {
  /** Origin of the page; by default the site's. */
  readonly origin?: string;
  readonly unverified?: boolean;
  readonly counter?: number;
}

export interface TestPasskey {
  readonly id: string;
  create(
    options: PublicKeyCredentialCreationOptionsJSON,
    deviations?: Deviations,
  ): RegistrationResponseJSON;
  get(
    options: PublicKeyCredentialRequestOptionsJSON,
    deviations?: Deviations,
  ): AuthenticationResponseJSON;
}

/** @param origin of the site that it belongs to */
export function makePasskey(origin: string): TestPasskey {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const rawId = randomBytes(32);
  const id = rawId.toString("base64url");
  let uses = 0;
  let userHandle: string | undefined;

  const clientData = (type: string, challenge: string, deviations: Deviations) =>
    Buffer.from(
      JSON.stringify({ type, challenge, origin: deviations.origin ?? origin, crossOrigin: false }),
    );
  const authenticatorData = (deviations: Deviations, more: readonly Buffer[] = []) => {
    const flags =
      userPresent |
      (deviations.unverified ? 0 : userVerified) |
      (more.length > 0 ? hasCredential : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(deviations.counter ?? uses);
    return Buffer.concat([
      sha256(Buffer.from(new URL(origin).hostname)),
      Buffer.from([flags]),
      count,
      ...more,
    ]);
  };

  return {
    id,
    create({ challenge, user }, deviations = {}) {
      userHandle = user.id;
      const { x = "", y = "" } = publicKey.export({ format: "jwk" });
      const key = cborMap([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, "base64url")],
        [-3, Buffer.from(y, "base64url")],
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(rawId.length);
      const authData = authenticatorData(deviations, [Buffer.alloc(16), length, rawId, key]);
      const attestationObject = cborMap([
        ["fmt", "none"],
        ["attStmt", {}],
        ["authData", authData],
      ]);
      return {
        id,
        rawId: id,
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: encode(clientData("webauthn.create", challenge, deviations)),
          attestationObject: encode(attestationObject),
          transports: ["internal"],
        },
      };
    },
    get({ challenge }, deviations = {}) {
      uses += 1;
      const client = clientData("webauthn.get", challenge, deviations);
      const authData = authenticatorData(deviations);
      const signature = sign("sha256", Buffer.concat([authData, sha256(client)]), privateKey);
      return {
        id,
        rawId: id,
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: encode(client),
          authenticatorData: encode(authData),
          signature: encode(signature),
          ...(userHandle !== undefined && { userHandle }),
        },
      };
    },
  };
}

function sha256(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}

function encode(bytes: Buffer): string {
  return bytes.toString("base64url");
}

type Cbor = number | string | Buffer | Readonly<Record<string, never>>;

/** The subset of CBOR (RFC 8949) that a credential needs. */
function cborMap(entries: readonly (readonly [Cbor, Cbor])[]): Buffer {
  return Buffer.concat([cborHead(5, entries.length), ...entries.flat().map(cbor)]);
}

function cbor(value: Cbor): Buffer {
  if (typeof value === "number") return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
  if (typeof value === "string") {
    return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  }
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value]);
  return cborHead(5, 0);
}

function cborHead(kind: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(kind << 5) | count]);
  if (count < 256) return Buffer.from([(kind << 5) | 24, count]);
  return Buffer.from([(kind << 5) | 25, count >> 8, count & 255]);
}
