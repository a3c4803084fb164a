import { picturesPath } from "../../../contract/endpoints/profile.ts";

/** Enough of a hash to tell the versions of one picture apart. */
const versionLength = 12;

/** Address of a stored picture; another picture under the same path has another address. */
export function pictureAddress(path: string, hash: string): string {
  return `${picturesPath}/${path}?v=${hash.slice(0, versionLength)}`;
}
