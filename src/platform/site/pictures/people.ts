import type { PictureFile } from "../ui/picture-file.ts";
import amaraSrc from "./amara.svg";
import juneSrc from "./june.svg";
import luzSrc from "./luz.svg";
import marcusSrc from "./marcus.svg";
import mariaSrc from "./maria.svg";
import nadiaSrc from "./nadia.svg";
import rosaSrc from "./rosa.svg";
import samSrc from "./sam.svg";
import teoSrc from "./teo.svg";
import walterSrc from "./walter.svg";

/* The neighbors, as square portraits. Sizes are those of the viewBox. */

export const amara: PictureFile = { src: amaraSrc, width: 96, height: 96 };
export const june: PictureFile = { src: juneSrc, width: 96, height: 96 };
export const luz: PictureFile = { src: luzSrc, width: 96, height: 96 };
export const marcus: PictureFile = { src: marcusSrc, width: 96, height: 96 };
export const maria: PictureFile = { src: mariaSrc, width: 96, height: 96 };
export const nadia: PictureFile = { src: nadiaSrc, width: 96, height: 96 };
export const rosa: PictureFile = { src: rosaSrc, width: 96, height: 96 };
export const sam: PictureFile = { src: samSrc, width: 96, height: 96 };
export const teo: PictureFile = { src: teoSrc, width: 96, height: 96 };
export const walter: PictureFile = { src: walterSrc, width: 96, height: 96 };
