import { brand, office } from "../../../../brand.ts";
import { saveFailed } from "../../../../platform/contract/errors/failures.ts";
import { defineForm } from "../../../../platform/contract/form-engine/define-form.ts";
import { email, name } from "../../../../platform/contract/form-engine/fields.ts";
import { emailRule, phoneRule, required } from "../../../../platform/contract/form-engine/rules.ts";

const { opens, closes } = office;
const inTwelve = (hour: number) => (hour === 12 ? "noon" : hour % 12);

/** Office hours of a choice, by its words; none: any time. */
export const bestTimes: Readonly<
  Record<string, { readonly opens: number; readonly closes: number } | undefined>
> = {
  "As soon as possible": undefined,
  [`In the morning, ${opens} to noon`]: { opens, closes: 12 },
  [`In the afternoon, noon to ${inTwelve(closes)}`]: { opens: 12, closes },
};

export const callBackForm = defineForm({
  collection: "CallBackRequests",
  fields: [
    name,
    {
      name: "phone",
      kind: "tel",
      label: "Phone",
      hint: "The number that we should call, with its area code.",
      autocomplete: "tel-national",
      rules: [required("Phone number is required."), phoneRule],
    },
    {
      name: "bestTime",
      kind: "select",
      label: "Best time",
      hint: "We call on business days. Times are Mountain Time.",
      autocomplete: "off",
      options: Object.keys(bestTimes),
      rules: [],
    },
    {
      name: "about",
      kind: "textarea",
      label: "What is it about?",
      hint: "A few words are enough. Leave out health details and passwords.",
      autocomplete: "off",
      rules: [],
    },
    {
      ...email,
      hint: "If we can’t reach you by phone, we write to you here.",
      rules: [emailRule],
    },
  ],
  submitLabel: "Call Me",
  success: {
    heading: "We Will Call You",
    text: `We have your number and call you back. If you would rather not wait, call us at ${brand.phone.shown}.`,
  },
  failure: saveFailed,
  afterSuccess: "reset",
});
