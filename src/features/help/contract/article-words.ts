import { brand } from "../../../brand.ts";
import { isInAStore } from "../../../platform/contract/app-stores.ts";
import { originPlaceholder } from "../../../platform/contract/built-site.ts";
import {
  annualSavingCents,
  facts,
  formatPrice,
  nonMemberKeepsPercent,
} from "../../../platform/contract/facts.ts";

const { carePlus, pro, commission, keep, legal, application, password, privacyRequest } = facts;
const { company, postalAddress: post } = brand;

/** What the articles write as `{{name}}`: each value has its one place in the code. */
export const articleWords: Readonly<Record<string, string>> = {
  name: brand.name,
  company,
  origin: originPlaceholder,
  phone: brand.phone.shown,
  phoneDigits: brand.phone.e164,
  hours: brand.phone.hours,
  supportEmail: brand.email.support,
  postalAddress: `${company}, ${post.street}, ${post.city}, ${post.state} ${post.zip}`,
  answerTime: brand.answerTime,
  applicationAnswerTime: brand.applicationAnswerTime,
  appLine: isInAStore(brand.apps.main)
    ? `Open the ${brand.apps.main.name} app and tell it what you need.`
    : `The ${brand.apps.main.name} app is not in the app stores yet. Until then, call, text or use this website.`,
  mainApp: brand.apps.main.name,
  caregiverApp: brand.apps.caregiver.name,
  providerApp: brand.apps.provider.name,
  carePlus: brand.carePlus,
  carePlusMonthly: formatPrice(carePlus.monthlyCents),
  carePlusAnnual: formatPrice(carePlus.annualCents),
  carePlusSaving: formatPrice(annualSavingCents(carePlus)),
  pro: brand.pro,
  proMonthly: formatPrice(pro.monthlyCents),
  proAnnual: formatPrice(pro.annualCents),
  commission: `${commission.nonMemberPercent}`,
  keeps: `${nonMemberKeepsPercent}`,
  keepsAll: `${100 - commission.memberPercent}`,
  examples: brand.visitExamples
    .map(({ what, cents }) => `- Example: ${what}, ${formatPrice(cents)}`)
    .join("\n"),
  resetMinutes: `${keep.resetLinkMinutes}`,
  draftDays: `${keep.draftDays}`,
  passwordMin: `${password.minimumLength}`,
  passwordMax: `${password.maximumLength}`,
  privacyDays: `${privacyRequest.answer}`,
  applyingTime: application.takes,
  adultAge: `${legal.adultAge}`,
  rideshareAge: `${application.rideshareAge}`,
  vehicleYear: `${application.oldestVehicleYear}`,
};
