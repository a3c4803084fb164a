export const subscriberStates = ["reader", "to-confirm", "left", "suppressed", "spam"] as const;

export type SubscriberState = (typeof subscriberStates)[number];

export const subscriberStateNames: Readonly<Record<SubscriberState, string>> = {
  reader: "Subscribed",
  "to-confirm": "Unconfirmed",
  left: "Unsubscribed",
  suppressed: "Suppressed",
  spam: "Looks like spam",
};

export const subscriberSources = [
  "footer",
  "portal",
  "import",
  "staff",
  "mail-tool",
  "app",
] as const;

export type SubscriberSource = (typeof subscriberSources)[number];

export const subscriberSourceNames: Readonly<Record<SubscriberSource, string>> = {
  footer: "Footer",
  portal: "Portal",
  import: "Import",
  staff: "Added by staff",
  "mail-tool": "Email tool",
  app: "App",
};
