/* A section of the catalogue. Separate, since the browser finds these errors before it sends a
 * picture. */

export const pictureErrors = {
  "picture-too-large": { status: 413, message: "The picture is larger than 10 MB." },
  "picture-unreadable": { status: 415, message: "Send a picture as JPEG, PNG, WebP or AVIF." },
  "picture-cut-off": { status: 415, message: "This picture is cut off. Take it again." },
  "picture-heic": {
    status: 415,
    message:
      "This picture is in Apple's HEIC format. Send it as JPEG: email it to yourself, or take a screenshot of it.",
  },
} as const;
