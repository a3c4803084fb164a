import { applicantTemplateEndpoints } from "../../recruiting/contract/replies.ts";
import type { ConversationKind } from "../contract/replies.ts";
import { templateEndpoints } from "../contract/reply-endpoints.ts";

export type TemplateEndpoints = typeof templateEndpoints | typeof applicantTemplateEndpoints;

export const templateKinds = {
  case: { endpoints: templateEndpoints, heading: "Templates", of: "replies" },
  application: {
    endpoints: applicantTemplateEndpoints,
    heading: "Templates for applicants",
    of: "what you write to applicants",
  },
} as const satisfies Readonly<
  Record<ConversationKind, { readonly endpoints: TemplateEndpoints; heading: string; of: string }>
>;
