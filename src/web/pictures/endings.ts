import type { PictureFile } from "../ui/picture-file.ts";
import garageNightSrc from "./garage-night.svg";
import garageNightTallSrc from "./garage-night-tall.svg";
import gardenSrc from "./garden.svg";
import gardenTallSrc from "./garden-tall.svg";

/* Scenes at the bottom of a page. Sizes are those of the viewBox. */

export const garageNight: PictureFile = { src: garageNightSrc, width: 1600, height: 540 };
export const garageNightTall: PictureFile = { src: garageNightTallSrc, width: 660, height: 500 };
export const garden: PictureFile = { src: gardenSrc, width: 1600, height: 645 };
export const gardenTall: PictureFile = { src: gardenTallSrc, width: 700, height: 645 };
