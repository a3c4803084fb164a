import { picturesPath } from "../../contract/profile.ts";

/** Characters of the hash, enough to distinguish versions of one picture. */
const versionLength = 12;

/** URL path of a stored picture; each version has its own. */
export function pictureAddress(path: string, hash: string): string {
  return `${picturesPath}/${path}?v=${hash.slice(0, versionLength)}`;
}
