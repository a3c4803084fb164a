/** Collections of what staff begin, apart from their forms, which pages need not load. */
export const staffCollections = { phoneCalls: "PhoneCalls", ourEmails: "OurEmails" } as const;

const collections: readonly string[] = Object.values(staffCollections);

/** Whether staff began a case: its first contact is ours, so no answer to it is due. */
export function isBegunByStaff(form: string): boolean {
  return collections.includes(form);
}
