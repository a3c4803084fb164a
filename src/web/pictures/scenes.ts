import type { PictureFile } from "../ui/picture-file.ts";
import brokenLightSrc from "./broken-light.svg";
import brokenLightNarrowSrc from "./broken-light-narrow.svg";
import emptyLotSrc from "./empty-lot.svg";
import emptyLotNarrowSrc from "./empty-lot-narrow.svg";
import houseDaySrc from "./house-day.svg";
import houseDayNarrowSrc from "./house-day-narrow.svg";
import houseDayNarrowStillSrc from "./house-day-narrow-still.svg";
import houseDayStillSrc from "./house-day-still.svg";
import nightStreetSrc from "./night-street.svg";
import nightStreetNarrowSrc from "./night-street-narrow.svg";
import porchSrc from "./porch.svg";
import porchNarrowSrc from "./porch-narrow.svg";
import streetSrc from "./street.svg";
import streetNarrowSrc from "./street-narrow.svg";
import threeHomesSrc from "./three-homes.svg";
import threeHomesNarrowSrc from "./three-homes-narrow.svg";
import twoHomesSrc from "./two-homes.svg";
import twoHomesNarrowSrc from "./two-homes-narrow.svg";
import twoHomesStripSrc from "./two-homes-strip.svg";

/* Broad scenes for the top and the foot of a page; the narrow ones are phone crops. Sizes are those of the viewBox. */

export const brokenLight: PictureFile = { src: brokenLightSrc, width: 1600, height: 630 };
export const brokenLightNarrow: PictureFile = {
  src: brokenLightNarrowSrc,
  width: 700,
  height: 600,
};
export const emptyLot: PictureFile = { src: emptyLotSrc, width: 1600, height: 630 };
export const emptyLotNarrow: PictureFile = { src: emptyLotNarrowSrc, width: 700, height: 600 };
export const houseDay: PictureFile = { src: houseDaySrc, width: 1600, height: 900 };
export const houseDayNarrow: PictureFile = { src: houseDayNarrowSrc, width: 886, height: 896 };
export const houseDayNarrowStill: PictureFile = {
  src: houseDayNarrowStillSrc,
  width: 886,
  height: 896,
};
export const houseDayStill: PictureFile = { src: houseDayStillSrc, width: 1600, height: 900 };
export const nightStreet: PictureFile = { src: nightStreetSrc, width: 1600, height: 690 };
export const nightStreetNarrow: PictureFile = {
  src: nightStreetNarrowSrc,
  width: 800,
  height: 590,
};
export const porch: PictureFile = { src: porchSrc, width: 1600, height: 900 };
export const porchNarrow: PictureFile = { src: porchNarrowSrc, width: 840, height: 870 };
export const street: PictureFile = { src: streetSrc, width: 1600, height: 850 };
export const streetNarrow: PictureFile = { src: streetNarrowSrc, width: 960, height: 620 };
export const threeHomes: PictureFile = { src: threeHomesSrc, width: 1600, height: 1035 };
export const threeHomesNarrow: PictureFile = { src: threeHomesNarrowSrc, width: 640, height: 610 };
export const twoHomes: PictureFile = { src: twoHomesSrc, width: 1600, height: 870 };
export const twoHomesNarrow: PictureFile = { src: twoHomesNarrowSrc, width: 720, height: 420 };
export const twoHomesStrip: PictureFile = { src: twoHomesStripSrc, width: 1600, height: 400 };
