import { brand } from "../../../../brand.ts";
import { saveFailed } from "../../../../platform/contract/errors/failures.ts";
import { defineForm } from "../../../../platform/contract/form-engine/define-form.ts";
import { email, name } from "../../../../platform/contract/form-engine/fields.ts";

/** Ends a plan. Nothing else is asked before it, and nothing has to be answered after it. */
export const cancellationForm = defineForm({
  collection: "CancellationRequests",
  fields: [
    {
      name: "plan",
      kind: "select",
      label: "Which plan?",
      autocomplete: "off",
      options: [
        `${brand.carePlus}, monthly`,
        `${brand.carePlus}, yearly`,
        `${brand.pro}, monthly`,
        `${brand.pro}, yearly`,
        "I am not sure",
      ],
      rules: [],
    },
    name,
    { ...email, hint: "The address that you use with us. We confirm it there at once." },
  ],
  submitLabel: "Cancel my plan",
  success: {
    heading: "Your plan is canceled",
    text: "Your plan is canceled as of now. Within one business day we stop every payment that we collect. You pay nothing after today, and your plan works until the end of the time that you have paid for.",
  },
  failure: `That did not work, and your plan goes on. Please try again, or call ${brand.phone.shown}: we cancel it with today’s date.`,
  afterSuccess: "reset",
});

/** The first says nothing. */
export const cancelReasons = [
  "I would rather not say",
  "It costs too much",
  "I do not use it enough",
  "Something went wrong",
] as const;

/** Why somebody canceled: asked afterwards, and may stay empty. */
export const cancelReasonForm = defineForm({
  collection: "CancelReasons",
  fields: [
    {
      name: "reason",
      kind: "select",
      label: "Why did you cancel?",
      autocomplete: "off",
      options: cancelReasons,
      rules: [],
    },
  ],
  submitLabel: "Send",
  success: { heading: "Thank you", text: "Thank you for telling us." },
  failure: saveFailed,
  afterSuccess: "reset",
});

/** Beside `reason`: which cancellation it is about. */
export const referenceName = "reference";

/** `FormState.step` of the page after the reason. */
export const thanked = "thanked";

/** Where each store ends its plans, with the steps there. */
export const storePlans = [
  {
    store: "Apple",
    where: "App Store",
    url: "https://apps.apple.com/account/subscriptions",
    steps: `On your iPhone, open Settings. Press your name, then Subscriptions, then ${brand.name}, then Cancel Subscription.`,
  },
  {
    store: "Google",
    where: "Google Play",
    url: "https://play.google.com/store/account/subscriptions",
    steps: `On your phone, open Google Play. Press your picture, then Payments and subscriptions, then Subscriptions, then ${brand.name}, then Cancel.`,
  },
] as const;
