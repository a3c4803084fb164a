import type { PictureFile } from "../ui/picture-file.ts";
import roofSrc from "./roof.svg";

/** Roof of a plan or a house. Separate from other small pictures, because the portal needs only this. */
export const roof: PictureFile = { src: roofSrc, width: 1600, height: 118 };
