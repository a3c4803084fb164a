import { paths } from "../../src/contract/paths.ts";

/** An address that no route fits. */
export const unknownAddress = "/no-such-street";

const files: readonly string[] = [paths.pressKit];

/** Every page address of the site; files left out. */
export const pageAddresses: readonly string[] = Object.values(paths).filter(
  (address) => !files.includes(address),
);

/** Pages of a signed-in person; others are led to the log-in page. */
export const personal: readonly string[] = [
  paths.profile,
  paths.editProfile,
  paths.request,
  paths.settings,
];

/** Eight pages that together use every component of the site. */
export const pagesWithEveryPart: readonly string[] = [
  paths.home,
  paths.families,
  paths.platform,
  paths.carePlus,
  paths.pro,
  paths.contact,
  paths.privacy,
  paths.login,
];

/** The two halves of the addresses that two test files share, so that two browsers work on them. */
export function half(which: 0 | 1): readonly string[] {
  const open = pageAddresses.filter((address) => !personal.includes(address));
  return [...open, unknownAddress].filter((_, index) => index % 2 === which);
}
