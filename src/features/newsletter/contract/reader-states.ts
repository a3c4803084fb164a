/** States of an address, in the order of the filter. */
export const readerStates = ["reader", "to-confirm", "left", "suppressed", "spam"] as const;

export type ReaderState = (typeof readerStates)[number];

/** Names of the states as staff read them. */
export const readerStateNames: Readonly<Record<ReaderState, string>> = {
  reader: "Subscribed",
  "to-confirm": "Unconfirmed",
  left: "Unsubscribed",
  suppressed: "Suppressed",
  spam: "Looks like spam",
};

/** Where addresses come from, in the order of the filter. */
export const readerSources = ["footer", "portal", "import", "staff", "mail-tool"] as const;

export type ReaderSource = (typeof readerSources)[number];

/** Names of the sources as staff read them. */
export const readerSourceNames: Readonly<Record<ReaderSource, string>> = {
  footer: "Footer",
  portal: "Portal",
  import: "Import",
  staff: "Added by staff",
  "mail-tool": "Email tool",
};
