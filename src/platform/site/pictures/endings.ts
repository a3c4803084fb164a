import type { PictureFile } from "../ui/picture-file.ts";
import busSrc from "./bus.svg";
import busTallSrc from "./bus-tall.svg";
import garageNightSrc from "./garage-night.svg";
import garageNightTallSrc from "./garage-night-tall.svg";
import gardenSrc from "./garden.svg";
import gardenTallSrc from "./garden-tall.svg";
import homecomingSrc from "./homecoming.svg";
import homecomingTallSrc from "./homecoming-tall.svg";
import iceCreamSrc from "./ice-cream.svg";
import iceCreamTallSrc from "./ice-cream-tall.svg";
import kiteSrc from "./kite.svg";
import kiteTallSrc from "./kite-tall.svg";

/* Scenes at the bottom of a page. Sizes are those of the viewBox. */

export const bus: PictureFile = { src: busSrc, width: 1600, height: 540 };
export const busTall: PictureFile = { src: busTallSrc, width: 720, height: 500 };
export const garageNight: PictureFile = { src: garageNightSrc, width: 1600, height: 540 };
export const garageNightTall: PictureFile = { src: garageNightTallSrc, width: 660, height: 500 };
export const garden: PictureFile = { src: gardenSrc, width: 1600, height: 645 };
export const gardenTall: PictureFile = { src: gardenTallSrc, width: 700, height: 645 };
export const homecoming: PictureFile = { src: homecomingSrc, width: 1600, height: 600 };
export const homecomingTall: PictureFile = { src: homecomingTallSrc, width: 730, height: 580 };
export const iceCream: PictureFile = { src: iceCreamSrc, width: 1600, height: 540 };
export const iceCreamTall: PictureFile = { src: iceCreamTallSrc, width: 680, height: 520 };
export const kite: PictureFile = { src: kiteSrc, width: 1600, height: 610 };
export const kiteTall: PictureFile = { src: kiteTallSrc, width: 720, height: 610 };
