import { formatDate } from "../../../../platform/contract/facts.ts";
import {
  type Answers,
  type StepField,
  shownFields,
} from "../../../../platform/contract/form-engine/define-form.ts";
import { formatPhone } from "../../../../platform/server/values/phone.ts";
import { applicationForms } from "../../contract/application-forms.ts";
import type { AnswerSection, ShownAnswer } from "../../contract/applications.ts";
import type { Track } from "../../contract/recruiting-endpoints.ts";

/** Fields shown in the heading instead of among the answers. */
const inHeading: ReadonlySet<string> = new Set(["firstName", "lastName"]);

/** Consents by the checkbox that gives them. */
const consentNames: Readonly<Record<string, string>> = {
  smsConsent: "sms",
  termsConsent: "terms",
  declinesAdNotes: "adNotes",
};

type Consents = Readonly<Record<string, { readonly version?: string } | undefined>>;

/**
 * The answers in the order of the form, with its headings and labels; questions without an answer
 * are left out.
 */
export function toAnswerSections(
  track: Track,
  answers: Answers,
  consents: Consents,
): readonly AnswerSection[] {
  const form = applicationForms[track];
  const shown = new Set(shownFields(form.fields, answers));
  const sections: { heading: string; answers: ShownAnswer[] }[] = [];
  for (const step of form.steps) {
    for (const [index, group] of step.groups.entries()) {
      const last = sections.at(-1);
      const startsSection = index === 0 || group.heading !== undefined || last === undefined;
      const section = startsSection
        ? { heading: group.heading ?? step.heading, answers: [] }
        : last;
      if (startsSection) sections.push(section);
      const fields = group.fields.filter((field) => shown.has(field) && !inHeading.has(field.name));
      section.answers.push(...fields.flatMap((field) => toShownAnswer(field, answers, consents)));
    }
  }
  return sections.filter((section) => section.answers.length > 0);
}

function toShownAnswer(field: StepField, answers: Answers, consents: Consents): ShownAnswer[] {
  const { name, label, kind, grid } = field;
  const values = [answers[name] ?? []].flat().filter(Boolean);
  if (values.length === 0) return [];
  if (kind === "checkbox") {
    const version = consents[consentNames[name] ?? ""]?.version;
    const value = version === undefined ? "Yes" : `Agreed, words of ${formatDate(version)}`;
    return [{ name, label, values: [value] }];
  }
  if (kind === "tel") return [{ name, label, values: values.map(formatPhone) }];
  if (!grid) return [{ name, label, values }];
  const shownGrid = {
    rows: grid.rows,
    columns: grid.columns.map((column) => column.name),
    chosen: values,
  };
  return [{ name, label, values, grid: shownGrid }];
}
