/**
 * Texts for the needs of the card payment provider, by the last known part of the code. Each
 * continues "still needs".
 */
const needTexts: Readonly<Record<string, string>> = {
  address: "your home address",
  business_type: "whether you are a person or a company",
  business_profile: "what you use payments for",
  citizenship: "your citizenship",
  company: "details of your company",
  dob: "your date of birth",
  email: "your email address",
  external_account: "a bank account or debit card",
  first_name: "your first name as on your ID",
  full_name_aliases: "other names you have used",
  gender: "your gender",
  id_number: "your Social Security number",
  last_name: "your last name as on your ID",
  maiden_name: "your maiden name",
  nationality: "your nationality",
  phone: "your phone number",
  political_exposure: "whether you hold a public office",
  settings: "how payments appear on statements",
  ssn_last_4: "the last four digits of your Social Security number",
  tos_acceptance: "your agreement to the card payment provider’s terms",
  additional_document: "a document that shows your address",
  document: "a photo of your ID",
  verification: "proof of who you are",
};

/** What the sandbox needs: a part of Stripe's requirements. */
export const sandboxNeeds = [
  "individual.dob",
  "individual.verification.document",
  "external_account",
];

/**
 * Formats what the card payment provider still needs, without duplicates.
 * @param codes the provider's own, like "individual.dob.day"; unknown ones are spelled out
 */
export function formatNeeds(codes: readonly string[]): string[] {
  return [...new Set(codes.map(formatNeed))];
}

function formatNeed(code: string): string {
  const parts = code.split(".");
  const known = parts.findLast((part) => Object.hasOwn(needTexts, part));
  return (known !== undefined && needTexts[known]) || spellOut(parts);
}

/** Spells out an unknown code; ids of persons and the like mean nothing to a reader. */
function spellOut(parts: readonly string[]): string {
  const text = parts
    .filter((part) => /^[a-z_]+$/.test(part) && part !== "individual")
    .join(": ")
    .replaceAll("_", " ")
    .trim();
  return text === "" ? "one more detail" : text;
}
