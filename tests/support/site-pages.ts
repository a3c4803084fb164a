import { paths } from "../../src/platform/contract/paths.ts";

export const unknownAddress = "/no-such-street";

const files: readonly string[] = [paths.pressKit];

/** The path of every page; files excluded. */
export const pageAddresses: readonly string[] = Object.values(paths).filter(
  (address) => !files.includes(address),
);

/** Pages for signed-in people; anonymous visitors are redirected to the login page. */
export const personal: readonly string[] = [
  paths.profile,
  paths.editProfile,
  paths.request,
  paths.settings,
];

/** Long pages with a picture at both ends and a table of contents. */
export const landingPages: readonly string[] = [
  paths.home,
  paths.families,
  paths.caregivers,
  paths.providers,
  paths.platform,
  paths.carePlus,
  paths.pro,
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

/** Half of the paths; two test files share them, so that two browsers run in parallel. */
export function half(which: 0 | 1): readonly string[] {
  const open = pageAddresses.filter((address) => !personal.includes(address));
  return [...open, unknownAddress].filter((_, index) => index % 2 === which);
}
