import { saveFailed } from "../../../../platform/contract/errors/failures.ts";
import { defineForm } from "../../../../platform/contract/form-engine/define-form.ts";
import { required } from "../../../../platform/contract/form-engine/rules.ts";
import { documentKindNames, documentLimits } from "./documents.ts";

export const documentForm = defineForm({
  collection: "ApplicationDocuments",
  fields: [
    {
      name: "kind",
      kind: "select",
      label: "Kind of document",
      autocomplete: "off",
      options: Object.values(documentKindNames),
      rules: [],
    },
    {
      name: "label",
      kind: "text",
      label: "Which one",
      hint: "Such as driver's license, car insurance or CPR card.",
      autocomplete: "off",
      maxText: documentLimits.label,
      rules: [required("Tell us which document it is.")],
    },
    {
      name: "endsOn",
      kind: "text",
      label: "When it ends",
      hint: "The date on it, such as 11/30/2027. Leave this empty if it has none.",
      autocomplete: "off",
      maxText: 40,
      rules: [],
    },
  ],
  submitLabel: "Send the document",
  success: { heading: "Thank you", text: "We have your document." },
  failure: saveFailed,
  afterSuccess: "reset",
});

export type DocumentField = (typeof documentForm.fields)[number]["name"];

export const wrongDay = "Write month, day and year, such as 11/30/2027.";

/** Reads "11/30/2027", "2027-11-30" and "November 30, 2027". @returns YYYY-MM-DD, or undefined */
export function readTypedDay(typed: string): string | undefined {
  const text = typed.trim();
  const american = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text);
  const named = /^([a-z]{3})[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i.exec(text);
  const month = named
    ? 1 + "janfebmaraprmayjunjulaugsepoctnovdec".indexOf((named[1] ?? "").toLowerCase()) / 3
    : Number(american?.[1]);
  const [, , day = "", year = ""] = american ?? named ?? [];
  const iso =
    american || named ? `${year}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}` : text;
  const time = /^\d{4}-\d\d-\d\d$/.test(iso) ? Date.parse(`${iso}T12:00:00Z`) : Number.NaN;
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(iso)) return undefined;
  return iso;
}
