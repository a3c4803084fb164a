/** Collections of what staff begin, apart from their forms, which pages need not load. */
export const staffCollections = {
  phoneCalls: "PhoneCalls",
  ourEmails: "OurEmails",
  ourTexts: "OurTexts",
} as const;

const collections: readonly string[] = Object.values(staffCollections);

/** Collections whose conversations are texts: replies to them go to the phone. */
const textCollections: readonly string[] = ["Texts", staffCollections.ourTexts];

export function isByText(form: string): boolean {
  return textCollections.includes(form);
}

/** Whether staff began a case: its first contact is ours, so no answer to it is due. */
export function isBegunByStaff(form: string): boolean {
  return collections.includes(form);
}
