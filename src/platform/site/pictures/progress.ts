import type { PictureFile } from "../ui/picture-file.ts";
import progress1Src from "./progress-1.svg";
import progress2Src from "./progress-2.svg";
import progress3Src from "./progress-3.svg";
import progress4Src from "./progress-4.svg";

/* A house with one more lit room for each step of an application. Sizes are those of the viewBox. */

export const progress1: PictureFile = { src: progress1Src, width: 244, height: 234 };
export const progress2: PictureFile = { src: progress2Src, width: 244, height: 234 };
export const progress3: PictureFile = { src: progress3Src, width: 244, height: 234 };
export const progress4: PictureFile = { src: progress4Src, width: 244, height: 234 };
