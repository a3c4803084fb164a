import { saveFailed } from "../../../platform/contract/errors/failures.ts";
import { defineForm } from "../../../platform/contract/form-engine/define-form.ts";
import { tooLong } from "../../../platform/contract/form-engine/rules.ts";
import { paths } from "../../../platform/contract/paths.ts";
import type { Helped, Parts } from "../../helpers/contract/helpers.ts";
import { helpQuery } from "../../helpers/contract/helpers.ts";
import type { OwnTexts } from "../../texts/contract/consent.ts";
import type { RequestEmailKind } from "./request-emails.ts";
import { requestLimits } from "./requests.ts";

/** When help is wanted. */
export const askTimes = {
  soon: "As soon as possible",
  day: "On a day",
  weekly: "Every week",
} as const;

export type AskTime = keyof typeof askTimes;

const { title, text } = requestLimits;

const choice = <const Name extends string>(name: Name, label: string) =>
  ({ name, kind: "text", label, autocomplete: "off", rules: [] }) as const;

const limited = <const Name extends string>(
  name: Name,
  label: string,
  kind: "text" | "textarea",
  max: number,
) =>
  ({
    name,
    kind,
    label,
    autocomplete: "off",
    rules: [{ kind: "length", minimum: 0, maximum: max, message: tooLong(label, max) }],
  }) as const;

/** Asks for help: three questions. The choices have large controls of their own. */
export const askForm = defineForm({
  collection: "AskForHelp",
  fields: [
    choice("kind", "What do you need help with?"),
    limited("words", "In your own words", "text", title),
    choice("when", "When?"),
    choice("day", "The day"),
    choice("part", "Part of the day"),
    choice("weekDay", "The day of the week"),
    limited("note", "Anything we should know?", "textarea", text),
  ],
  submitLabel: "Continue",
  success: { heading: "We are looking for someone", text: "" },
  failure: saveFailed,
  afterSuccess: "reset",
});

/** Names that the page posts besides the form's fields. */
export const askExtras = {
  act: "_act",
  id: "_id",
  version: "_version",
  number: "_number",
} as const;

/** What a customer asked for, as their own pages show it. */
export interface AskedRequest {
  readonly id: string;
  readonly version: number;
  readonly reference: string;
  readonly title: string;
  readonly state: "asked" | "proposed" | "booked" | "done" | "canceled";
  /** What we say about it. */
  readonly shown: string;
  /** When they want it, in their words; "" if staff entered it. */
  readonly wish: string;
  /** When staff look at it: "today by 3:40 pm"; "" once they have. */
  readonly lookedAt: string;
  readonly mayCancel: boolean;
  /** Whether we ask how it was. */
  readonly asksHowItWas: boolean;
}

/** Names what was done, on the page after it. */
export const saidQuery = "said";

/** The page; for whom it is, if not for oneself, is the id of the help. */
export function askPath(helpId: string | undefined, said = ""): string {
  const query = [
    ...(helpId === undefined ? [] : [`${helpQuery.for}=${helpId}`]),
    ...(said === "" ? [] : [`${saidQuery}=${said}`]),
  ];
  return query.length === 0 ? paths.askForHelp : `${paths.askForHelp}?${query.join("&")}`;
}

/** What the page of a signed-in person shows. */
export interface AskState {
  /** Whom it is for, if a helper asks; and whom else they help. */
  readonly of?: { readonly id: string; readonly firstName: string; readonly parts: Parts };
  readonly people?: readonly Helped[];
  readonly name: string;
  readonly address: string;
  readonly phone: string;
  readonly requests: readonly AskedRequest[];
  /** First and last day that may be chosen, YYYY-MM-DD. */
  readonly firstDay: string;
  readonly lastDay: string;
  readonly emailsOff: readonly RequestEmailKind[];
  /** Null if the site has no texts. */
  readonly texts: OwnTexts | null;
  /** Read back before it is sent. */
  readonly sentence?: string;
  /** What was done: announced at the top. */
  readonly said?: string;
}

declare module "../../../platform/contract/form-engine/submission.ts" {
  interface FormState {
    readonly ask?: AskState;
  }
}
