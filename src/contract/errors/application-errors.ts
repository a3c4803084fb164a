/* A section of the catalogue, in a file of its own: the pages of an application find some of
 * these errors themselves. */

/** A résumé that is too large; the browser does not send it. */
export const resumeTooLarge = "The file is larger than 10 MB.";

/** Stands for an application that another browser took over with a mailed link. */
export const draftMoved = "You continued this application on another device or in another browser.";

/** Stands at the field when a browser lost its draft: the answers are still in the page, the file is not. */
export const resumeLost =
  "This browser lost its place, and your file with it. Choose the file again, or go on without.";

/** Stands where a draft's file was: nobody sent the application within a day. */
export function resumeRemoved(name: string): string {
  return `We removed ${name} after a day, since the application was not sent. Choose it again, or go on without it.`;
}

/** Why a résumé or an application is rejected. */
export const applicationErrors = {
  "resume-too-large": { status: 413, message: resumeTooLarge },
  "resume-unreadable": {
    status: 415,
    message: "This file cannot be read. Send it as PDF, Word (docx), JPEG or PNG.",
  },
  "resume-active": {
    status: 415,
    message:
      "This Word file holds macros, other files, or parts that it fetches from the internet. Save it as PDF and send that.",
  },
  /** The draft was sent, discarded or never begun. */
  "no-draft": {
    status: 409,
    message:
      "There is no open application on this device. If it blocks cookies, allow them for this site.",
  },
  /** Another browser took the draft over with a mailed link. */
  "draft-moved": { status: 409, message: draftMoved },
  "application-sent": {
    status: 409,
    message: "This application was sent before. Its reference is in your email.",
  },
} as const;
