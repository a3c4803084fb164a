import type { ProfileResponse } from "../../contract/profile.ts";

type User = ProfileResponse["user"];

/** First and last name, or the email address of a person without either. */
export function fullName({ firstName, lastName, emailAddress }: User): string {
  return `${firstName} ${lastName}`.trim() || emailAddress;
}

/** "Fort Collins, CO", or the part that is set. */
export function cityAndState({ city, state }: User): string {
  return [city, state].filter(Boolean).join(", ");
}

/** Lines of the postal address: "14 Maple Street", "Fort Collins, CO 80521". */
export function addressLines(user: User): readonly string[] {
  const place = [cityAndState(user), user.zip].filter(Boolean).join(" ");
  return [user.addressLine1, place].filter(Boolean);
}

/** The postal address in one line: "14 Maple Street, Fort Collins, CO 80521". */
export function fullAddress(user: User): string {
  return addressLines(user).join(", ");
}

/** Initial of a name for avatars; skips punctuation and invisible characters. */
export function initialOf(name: string): string {
  const letter = /[\p{L}\p{N}]/u.exec(name)?.[0] ?? [...name.trim()][0];
  return letter?.toLocaleUpperCase("en-US") ?? "?";
}
