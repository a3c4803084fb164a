import type { ProfileResponse } from "../../../contract/endpoints/endpoints.ts";

type User = ProfileResponse["user"];

/** First and last name; a person who left both out is known by their address. */
export function fullName({ firstName, lastName, emailAddress }: User): string {
  return `${firstName} ${lastName}`.trim() || emailAddress;
}

/** "Fort Collins, CO", or what there is of it. */
export function cityAndState({ city, state }: User): string {
  return [city, state].filter(Boolean).join(", ");
}

/** The lines of the address, as on an envelope: "14 Maple Street", "Fort Collins, CO 80521". */
export function addressLines(user: User): readonly string[] {
  const place = [cityAndState(user), user.zip].filter(Boolean).join(" ");
  return [user.addressLine1, place].filter(Boolean);
}

/** The address in one line: "14 Maple Street, Fort Collins, CO 80521". */
export function fullAddress(user: User): string {
  return addressLines(user).join(", ");
}

/** First letter of a name, for those without a picture: no quote, and nothing that cannot be seen. */
export function initialOf(name: string): string {
  const letter = /[\p{L}\p{N}]/u.exec(name)?.[0] ?? [...name.trim()][0];
  return letter?.toLocaleUpperCase("en-US") ?? "?";
}
