import { brand } from "../../brand.ts";
import { paths } from "../../contract/paths.ts";
import { adSourceOf, type Track, trackNames, tracks } from "../../contract/recruiting.ts";
import { appCaregiver, doorOpen, kitchen, kitchenWide, roomProvider } from "../pictures/tracks.ts";
import type { PictureFile } from "../ui/picture-file.ts";

/** How long it takes to apply, on a phone. */
export const applyingTime = "about four minutes";

/** The same drawings nearer by, for rooms that are taller than they are. */
const amaraNear: PictureFile = {
  src: `${appCaregiver.src}#svgView(viewBox(1146,496,222,250))`,
  width: 222,
  height: 250,
};
const doorNear: PictureFile = {
  ...doorOpen,
  src: `${doorOpen.src}#svgView(preserveAspectRatio(xMidYMax slice))`,
};
const roomNear: PictureFile = {
  src: `${roomProvider.src}#svgView(viewBox(95,40,450,380))`,
  width: 450,
  height: 380,
};

/** What the pages of a track are called and coloured. */
export const trackWords: Readonly<
  Record<
    Track,
    {
      readonly who: string;
      readonly field: "sage" | "blue";
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
    field: "sage",
    app: brand.apps.caregiver,
    more: paths.caregivers,
    picture: kitchen,
    tall: amaraNear,
    small: kitchenWide,
  },
  pro: {
    who: "provider",
    field: "blue",
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
