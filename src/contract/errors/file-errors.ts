/* Why a file is refused, by code. Apart from the catalogue, because a browser finds these out
 * before it sends anything. */

/** Sentences of a refused picture. */
export const pictureErrors = {
  "picture-too-large": "The picture is larger than 10 MB.",
  "picture-unreadable": "Send a picture as JPEG, PNG, WebP or AVIF.",
  "picture-heic":
    "This picture is in Apple's HEIC format. Send it as JPEG: share it by mail to yourself, or take a screenshot of it.",
} as const;

/** Sentences of a refused résumé. */
export const resumeErrors = {
  "resume-too-large": "The file is larger than 10 MB.",
  "resume-unreadable": "This file cannot be read. Send it as PDF, Word (docx), JPEG or PNG.",
} as const;

/** Stands at the field when a browser lost its draft: the answers are still in the page, the file is not. */
export const resumeLost =
  "This browser lost its place, and your file with it. Choose the file again, or go on without.";
