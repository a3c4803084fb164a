import { appleMail, iphone, outlookWindows, thunderbird } from "./desktop-programs.ts";
import type { Letter } from "./letter.ts";
import { outlookMobile, outlookWeb } from "./outlook-online.ts";
import { aol, gmail, gmailApp, proton, samsung, yahoo } from "./web-programs.ts";

/** Writes a letter as one of the most used email programs does. */
export type Program = (letter: Letter) => Buffer;

/** By name. The shapes follow what these programs send; no text of theirs is copied but marks. */
export const programs: Readonly<Record<string, Program>> = {
  gmail,
  gmailApp,
  iphone,
  appleMail,
  outlookWindows,
  outlookWeb,
  outlookMobile,
  yahoo,
  aol,
  thunderbird,
  samsung,
  proton,
};
