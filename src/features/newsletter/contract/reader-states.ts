export const readerStates = ["reader", "to-confirm", "left", "suppressed", "spam"] as const;

export type ReaderState = (typeof readerStates)[number];

export const readerStateNames: Readonly<Record<ReaderState, string>> = {
  reader: "Subscribed",
  "to-confirm": "Unconfirmed",
  left: "Unsubscribed",
  suppressed: "Suppressed",
  spam: "Looks like spam",
};

export const readerSources = ["footer", "portal", "import", "staff", "mail-tool"] as const;

export type ReaderSource = (typeof readerSources)[number];

export const readerSourceNames: Readonly<Record<ReaderSource, string>> = {
  footer: "Footer",
  portal: "Portal",
  import: "Import",
  staff: "Added by staff",
  "mail-tool": "Email tool",
};
