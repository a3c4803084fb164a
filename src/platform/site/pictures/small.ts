import type { PictureFile } from "../ui/picture-file.ts";
import carSrc from "./car.svg";
import catSrc from "./cat.svg";
import mailboxTreeSrc from "./mailbox-tree.svg";
import mapSrc from "./map.svg";
import threadSrc from "./thread.svg";
import tower6Src from "./tower-6.svg";
import tower8Src from "./tower-8.svg";
import tower10Src from "./tower-10.svg";
import wayAppSrc from "./way-app.svg";
import wayCallSrc from "./way-call.svg";
import wayTextSrc from "./way-text.svg";

/* Small pictures: marks, charts, props. Sizes are those of the viewBox. */

export const car: PictureFile = { src: carSrc, width: 400, height: 200 };
export const cat: PictureFile = { src: catSrc, width: 100, height: 84 };
export const mailboxTree: PictureFile = { src: mailboxTreeSrc, width: 300, height: 336 };
export const map: PictureFile = { src: mapSrc, width: 348, height: 210 };
export const thread: PictureFile = { src: threadSrc, width: 1600, height: 400 };
export const tower6: PictureFile = { src: tower6Src, width: 224, height: 502 };
export const tower8: PictureFile = { src: tower8Src, width: 224, height: 502 };
export const tower10: PictureFile = { src: tower10Src, width: 224, height: 502 };
export const wayApp: PictureFile = { src: wayAppSrc, width: 120, height: 96 };
export const wayCall: PictureFile = { src: wayCallSrc, width: 120, height: 96 };
export const wayText: PictureFile = { src: wayTextSrc, width: 120, height: 96 };
