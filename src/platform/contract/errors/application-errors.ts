/* A section of the catalogue. Separate, since pages of an application find some of these
 * errors themselves. */

/** A résumé that is too large; the browser does not send it. */
export const resumeTooLarge = "The file is larger than 10 MB.";

export const draftMoved = "You continued this application on another device or in another browser.";

/**
 * Shown at the file field when a browser lost its draft: the page still has the answers, but not
 * the file.
 */
export const resumeLost =
  "We couldn’t find your saved answers and your file in this browser. Choose the file again, or continue without it.";

/** Shown in place of a draft's file that was deleted after a day. */
export function resumeRemoved(name: string): string {
  return `We removed ${name} after a day, because the application was not sent. Choose it again, or continue without it.`;
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
      "This Word file has macros, other files, or parts that it fetches from the internet. Save it as PDF and send that.",
  },
  /** The draft was sent, was discarded or never existed. */
  "no-draft": {
    status: 409,
    message:
      "There is no open application on this device. If it blocks cookies, allow them for this site.",
  },
  /** Another browser took over the draft with an emailed link. */
  "draft-moved": { status: 409, message: draftMoved },
  "application-sent": {
    status: 409,
    message: "This application was already sent. Its reference is in your email.",
  },
} as const;
