import type { PictureFile } from "../ui/picture-file.ts";
import roofSrc from "./roof.svg";

/** The roof over a plan or a house; apart from the other small things, because the portal has only this. */
export const roof: PictureFile = { src: roofSrc, width: 1600, height: 118 };
