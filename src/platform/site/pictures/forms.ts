import type { PictureFile } from "../ui/picture-file.ts";
import dataVaultSrc from "./data-vault.svg";
import doorCreateSrc from "./door-create.svg";
import doorLoginSrc from "./door-login.svg";
import featureStudySrc from "./feature-study.svg";
import feedbackLivingSrc from "./feedback-living.svg";
import mailboxSrc from "./mailbox.svg";
import postcardSrc from "./postcard.svg";
import supportCallSrc from "./support-call.svg";

/* Pictures beside forms and on thank-you views. Sizes are those of the viewBox. */

export const dataVault: PictureFile = {
  src: dataVaultSrc,
  width: 560,
  height: 560,
  ground: "cellar",
};
export const doorCreate: PictureFile = {
  src: doorCreateSrc,
  width: 560,
  height: 900,
  ground: "lawn",
};
export const doorLogin: PictureFile = {
  src: doorLoginSrc,
  width: 560,
  height: 900,
  ground: "lawn",
};
export const featureStudy: PictureFile = {
  src: featureStudySrc,
  width: 560,
  height: 560,
  ground: "desk",
};
export const feedbackLiving: PictureFile = {
  src: feedbackLivingSrc,
  width: 560,
  height: 560,
  ground: "wood",
};
export const mailbox: PictureFile = { src: mailboxSrc, width: 560, height: 900, ground: "hill" };
export const postcard: PictureFile = { src: postcardSrc, width: 560, height: 360 };
export const supportCall: PictureFile = {
  src: supportCallSrc,
  width: 560,
  height: 560,
  ground: "lawn",
};
