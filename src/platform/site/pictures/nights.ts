import type { PictureFile } from "../ui/picture-file.ts";
import emptyLotSrc from "./empty-lot.svg";
import emptyLotTallSrc from "./empty-lot-tall.svg";
import nightStreetSrc from "./night-street.svg";
import nightStreetTallSrc from "./night-street-tall.svg";

/* The street at night. Separate from other scenes, because every page loads its error screens. */

export const emptyLot: PictureFile = { src: emptyLotSrc, width: 1600, height: 630 };
export const emptyLotTall: PictureFile = { src: emptyLotTallSrc, width: 700, height: 600 };
export const nightStreet: PictureFile = { src: nightStreetSrc, width: 1600, height: 690 };
export const nightStreetTall: PictureFile = { src: nightStreetTallSrc, width: 800, height: 590 };
