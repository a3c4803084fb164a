import { brand } from "../../../brand.ts";
import type { App } from "../../../platform/contract/app-stores.ts";
import { facts } from "../../../platform/contract/facts.ts";
import { paths } from "../../../platform/contract/paths.ts";
import {
  doorNear,
  kitchenWide,
  roomNear,
  roomProvider,
  visit,
  visitNear,
} from "../../../platform/site/pictures/tracks.ts";
import type { PictureFile } from "../../../platform/site/ui/picture-file.ts";
import { adSourceOf, type Track, trackNames, tracks } from "../contract/recruiting-endpoints.ts";

export const applyingTime = facts.application.takes;

export const trackText: Readonly<
  Record<
    Track,
    {
      readonly who: string;
      readonly surface: "sage" | "blue";
      readonly app: App;
      readonly more: string;
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
    picture: visit,
    tall: visitNear,
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

/** The track of a recruiting page, and whether it is the variant for job ads. */
export function trackOf(path: string): { track: Track; isFromAd: boolean } {
  const [, folder] = path.split("/");
  const track = trackNames.find((name) => tracks[name].intake.startsWith(`/${folder}/`)) ?? "care";
  return { track, isFromAd: adSourceOf(path) !== undefined };
}
