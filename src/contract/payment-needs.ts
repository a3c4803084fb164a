/**
 * What the card payment provider asks for, by the last part of its code that we know. Each
 * goes on after "still needs".
 */
const words: Readonly<Record<string, string>> = {
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
  tos_acceptance: "your yes to the card payment provider’s terms",
  additional_document: "a paper that shows your address",
  document: "a photo of your ID",
  verification: "a proof of who you are",
};

/** What the local stand-in asks for: a part of what the real provider does. */
export const sandboxNeeds = [
  "individual.dob",
  "individual.verification.document",
  "external_account",
];

/**
 * What the card payment provider still needs, in words for the person, each once.
 * @param codes the provider's own, like "individual.dob.day"; unknown ones are spelled out
 */
export function formatNeeds(codes: readonly string[]): string[] {
  return [...new Set(codes.map(inWords))];
}

function inWords(code: string): string {
  const parts = code.split(".");
  const known = parts.findLast((part) => Object.hasOwn(words, part));
  return (known !== undefined && words[known]) || spellOut(parts);
}

/** Names a need nobody told us about; ids of persons and the like say nothing to a reader. */
function spellOut(parts: readonly string[]): string {
  const text = parts
    .filter((part) => /^[a-z_]+$/.test(part) && part !== "individual")
    .join(": ")
    .replaceAll("_", " ")
    .trim();
  return text === "" ? "one more detail" : text;
}
