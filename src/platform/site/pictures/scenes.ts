import type { PictureFile } from "../ui/picture-file.ts";
import garageDaySrc from "./garage-day.svg";
import garageDayTallSrc from "./garage-day-tall.svg";
import houseDaySrc from "./house-day.svg";
import houseDayStillSrc from "./house-day-still.svg";
import houseDayTallSrc from "./house-day-tall.svg";
import houseDayTallStillSrc from "./house-day-tall-still.svg";
import investorStreetSrc from "./investor-street.svg";
import investorStreetTallSrc from "./investor-street-tall.svg";
import porchSrc from "./porch.svg";
import porchTallSrc from "./porch-tall.svg";
import streetSrc from "./street.svg";
import streetTallSrc from "./street-tall.svg";
import threeHomesSrc from "./three-homes.svg";
import threeHomesTallSrc from "./three-homes-tall.svg";
import twoHomesSrc from "./two-homes.svg";
import twoHomesStripSrc from "./two-homes-strip.svg";
import twoHomesTallSrc from "./two-homes-tall.svg";

/* Wide scenes for the top and bottom of a page; the -tall ones are crops for phones. Sizes are those of the viewBox. */

export const garageDay: PictureFile = { src: garageDaySrc, width: 1600, height: 850 };
export const garageDayTall: PictureFile = { src: garageDayTallSrc, width: 860, height: 760 };
export const houseDay: PictureFile = { src: houseDaySrc, width: 1600, height: 900 };
export const houseDayStill: PictureFile = { src: houseDayStillSrc, width: 1600, height: 900 };
export const houseDayTall: PictureFile = { src: houseDayTallSrc, width: 886, height: 896 };
export const houseDayTallStill: PictureFile = {
  src: houseDayTallStillSrc,
  width: 886,
  height: 896,
};
export const investorStreet: PictureFile = { src: investorStreetSrc, width: 1600, height: 650 };
export const investorStreetTall: PictureFile = {
  src: investorStreetTallSrc,
  width: 640,
  height: 610,
};
export const porch: PictureFile = { src: porchSrc, width: 1600, height: 900 };
export const porchTall: PictureFile = { src: porchTallSrc, width: 840, height: 870 };
export const street: PictureFile = { src: streetSrc, width: 1600, height: 850 };
export const streetTall: PictureFile = { src: streetTallSrc, width: 960, height: 620 };
export const threeHomes: PictureFile = { src: threeHomesSrc, width: 1600, height: 1035 };
export const threeHomesTall: PictureFile = { src: threeHomesTallSrc, width: 640, height: 610 };
export const twoHomes: PictureFile = { src: twoHomesSrc, width: 1600, height: 870 };
export const twoHomesStrip: PictureFile = { src: twoHomesStripSrc, width: 1600, height: 400 };
export const twoHomesTall: PictureFile = { src: twoHomesTallSrc, width: 720, height: 420 };
