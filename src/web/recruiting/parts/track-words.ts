import { brand } from "../../../brand.ts";
import {
  adSourceOf,
  type Track,
  trackNames,
  tracks,
} from "../../../contract/endpoints/recruiting.ts";
import { paths } from "../../../contract/paths.ts";
import {
  caregiverNear,
  doorNear,
  kitchen,
  kitchenWide,
  roomNear,
  roomProvider,
} from "../../pictures/tracks.ts";
import type { PictureFile } from "../../ui/picture-file.ts";

/** How long it takes to apply, on a phone. */
export const applyingTime = "about four minutes";

/** What the pages of a track are called and coloured. */
export const trackWords: Readonly<
  Record<
    Track,
    {
      readonly who: string;
      readonly surface: "sage" | "blue";
      readonly app: (typeof brand.apps)[keyof typeof brand.apps];
      readonly more: string;
      /** Covers half a page, a tall half, and the head of a card; nobody loses a head in it. */
      readonly picture: PictureFile;
      readonly tall: PictureFile;
      readonly small: PictureFile;
    }
  >
> = {
  care: {
    who: "caregiver",
    surface: "sage",
    app: brand.apps.caregiver,
    more: paths.caregivers,
    picture: kitchen,
    tall: caregiverNear,
    small: kitchenWide,
  },
  pro: {
    who: "provider",
    surface: "blue",
    app: brand.apps.provider,
    more: paths.providers,
    picture: roomNear,
    tall: doorNear,
    small: roomProvider,
  },
};

/** Which track a recruiting page belongs to, and whether it is the one that job ads lead to. */
export function trackOf(path: string): { track: Track; isFromAd: boolean } {
  const [, folder] = path.split("/");
  const track = trackNames.find((name) => tracks[name].intake.startsWith(`/${folder}/`)) ?? "care";
  return { track, isFromAd: adSourceOf(path) !== undefined };
}
