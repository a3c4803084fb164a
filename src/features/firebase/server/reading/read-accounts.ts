import { readWholeJson } from "./read-documents.ts";
import type { Unreadable } from "./source-document.ts";
import { isFields } from "./values.ts";

/** An account as `firebase auth:export` writes it. */
export interface SourceAccount {
  /** "auth:" and the uid, which names no document. */
  readonly path: string;
  readonly uid: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Reads `users.json`: `{ "users": [ { localId, email, passwordHash, salt, … } ] }`. */
export async function readAccounts(file: string): Promise<readonly (SourceAccount | Unreadable)[]> {
  const name = "users.json";
  const whole = await readWholeJson(file);
  if ("why" in whole) return [{ place: name, why: whole.why }];
  const { json } = whole;
  const list = isFields(json) ? json.users : json;
  if (!Array.isArray(list)) return [{ place: name, why: "It has no list of users." }];
  return list.map((one: unknown, index) => {
    const uid = isFields(one) ? one.localId : undefined;
    if (!isFields(one) || typeof uid !== "string" || uid === "") {
      return { place: `${name}[${index}]`, why: "It has no localId." };
    }
    return { path: `auth:${uid}`, uid, data: one };
  });
}
