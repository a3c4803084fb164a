import {
  isAffordable,
  type ScryptCost,
} from "../../../../platform/server/credentials/firebase-scrypt.ts";

export interface HashConfig extends ScryptCost {
  readonly signerKey: Buffer;
  readonly saltSeparator: Buffer;
}

/**
 * Reads the parameters of a project's password hashes as the console prints them:
 * `hash_config { algorithm: SCRYPT, base64_signer_key: …, … }`.
 * @throws Error with the reason, without the key
 */
export function readHashConfig(text: string): HashConfig {
  const fields = new Map<string, string>();
  for (const part of text.split(/[{},\n]/)) {
    const at = part.indexOf(":");
    const value = part
      .slice(at + 1)
      .replaceAll('"', "")
      .trim();
    if (at > 0 && value !== "") fields.set(part.slice(0, at).replaceAll('"', "").trim(), value);
  }
  const read = (name: string) => {
    const value = fields.get(name);
    if (value === undefined) throw new Error(`it has no ${name}`);
    return value;
  };
  if (read("algorithm") !== "SCRYPT") {
    throw new Error("its algorithm is not SCRYPT, the only one that can be imported");
  }
  const cost = { rounds: Number(read("rounds")), memoryCost: Number(read("mem_cost")) };
  const isWhole = Number.isInteger(cost.rounds) && Number.isInteger(cost.memoryCost);
  if (!isWhole || !isAffordable(cost)) {
    throw new Error("its rounds and mem_cost are no numbers, or ask for more than 64 MB of memory");
  }
  const separator = fields.get("base64_salt_separator") ?? "";
  return {
    ...cost,
    signerKey: Buffer.from(read("base64_signer_key"), "base64"),
    saltSeparator: Buffer.from(separator, "base64"),
  };
}
