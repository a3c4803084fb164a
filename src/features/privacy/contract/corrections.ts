import type { CorrectedField } from "./cases.ts";

/** How somebody said no to ad companies: their browser, the switch of the page, or a request. */
export type OptOutWay = "signal" | "switch" | "request";

/** Who asks for a person, as staff see it. */
export interface AskingAgent {
  readonly name: string;
  readonly email: string;
  readonly role: string;
  /** Files that show that they may ask. Sizes are in bytes. */
  readonly files: readonly { readonly id: string; readonly name: string; readonly size: number }[];
  /** When staff accepted them, ISO 8601. */
  readonly acceptedAt: string | null;
}

/** What can be corrected, in the form's order, and what then becomes of it. */
export const correctable = [
  {
    name: "newName",
    label: "Name",
    becomes: "We change it on your account. Receipts from before keep the old name.",
  },
  {
    name: "newEmail",
    label: "Email",
    becomes: "We first send a link to the new address. It changes when you press that link.",
  },
  {
    name: "newPhone",
    label: "Phone",
    becomes: "We change it on your account, and call and text the new number from then on.",
  },
  {
    name: "newAddress",
    label: "Address",
    becomes: "We change it on your account. Help that is booked already keeps its address.",
  },
  {
    name: "otherChange",
    label: "Something else",
    becomes: "Our staff read it. We email you what we changed, and what not and why.",
  },
] as const satisfies readonly {
  readonly name: CorrectedField;
  readonly label: string;
  readonly becomes: string;
}[];

/** One field that a person wants to have corrected. */
export interface Correction {
  readonly field: CorrectedField;
  /** What it should be, as typed. */
  readonly value: string;
  /** Null until staff decided. */
  readonly outcome: "changed" | "kept" | null;
  /** Why it was kept; "" otherwise. */
  readonly note: string;
}
