import type { PictureFile } from "../ui/picture-file.ts";
import appCaregiverSrc from "./app-caregiver.svg";
import appProviderSrc from "./app-provider.svg";
import doorNearSrc from "./door-near.svg";
import doorOpenSrc from "./door-open.svg";
import kitchenSrc from "./kitchen.svg";
import kitchenWideSrc from "./kitchen-wide.svg";
import roomNearSrc from "./room-near.svg";
import roomProviderSrc from "./room-provider.svg";
import visitSrc from "./visit.svg";
import visitNearSrc from "./visit-near.svg";

/* Pictures of the two tracks. Sizes are those of the viewBox. */

export const appCaregiver: PictureFile = { src: appCaregiverSrc, width: 240, height: 250 };
export const appProvider: PictureFile = { src: appProviderSrc, width: 330, height: 534 };
export const doorOpen: PictureFile = { src: doorOpenSrc, width: 320, height: 370 };
export const kitchen: PictureFile = { src: kitchenSrc, width: 296, height: 250, ground: "lawn" };
export const kitchenWide: PictureFile = { src: kitchenWideSrc, width: 296, height: 200 };
export const roomProvider: PictureFile = { src: roomProviderSrc, width: 640, height: 420 };
export const visit: PictureFile = { src: visitSrc, width: 640, height: 420 };

/*
 * Tighter crops of the same drawings, for tall boxes. Separate files, because Safari supports
 * `#svgView` in URLs only in part.
 */
export const doorNear: PictureFile = { src: doorNearSrc, width: 320, height: 370 };
export const roomNear: PictureFile = { src: roomNearSrc, width: 450, height: 380 };
export const visitNear: PictureFile = { src: visitNearSrc, width: 300, height: 340 };
