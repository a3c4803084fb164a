import { facts } from "../../../platform/contract/facts.ts";
import type { Collection } from "./collection-table.tsx";

const keeps = `For ${facts.keep.deletionCaseMonths} months after the request is closed.`;
const seenBy = "Our privacy and support staff.";

/** What is kept of requests on the page Your privacy. */
export const privacyRequestCollections: readonly Collection[] = [
  {
    name: "Requests about your data",
    holds:
      "What you ask for, your name and email, and what else you tell us. What you want to have corrected, and what came of it. Our emails about it, and an appeal.",
    why: "To do what you ask, and to show that we did it.",
    keeps,
    seenBy,
  },
  {
    name: "People who ask for someone else",
    holds:
      "Their name and email, who they are to the person, and the files that show that they may ask.",
    why: "To check that they may ask.",
    keeps,
    seenBy,
  },
  {
    name: "No selling or sharing",
    holds: "Your email, your account if you have one, and how and when you said no.",
    why: "So that we tell no job ad company about you.",
    keeps: "Until you take it back with the switch in your account, or ask us to delete it.",
    seenBy: "Our privacy staff. Our system checks it before it tells a company anything.",
  },
];
