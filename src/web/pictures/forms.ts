import type { PictureFile } from "../ui/picture-file.ts";
import doorCreateSrc from "./door-create.svg";
import doorLoginSrc from "./door-login.svg";
import mailboxSrc from "./mailbox.svg";
import postcardSrc from "./postcard.svg";

/* Pictures beside forms and on thank-you views. Sizes are those of the viewBox. */

export const doorCreate: PictureFile = { src: doorCreateSrc, width: 560, height: 900 };
export const doorLogin: PictureFile = { src: doorLoginSrc, width: 560, height: 900 };
export const mailbox: PictureFile = { src: mailboxSrc, width: 560, height: 900 };
export const postcard: PictureFile = { src: postcardSrc, width: 560, height: 360 };
