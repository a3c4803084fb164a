import type { ConsentSource } from "../contract/consent.ts";
import type { TextNumber } from "../contract/texts.ts";

const ended: Readonly<Record<ConsentSource, string>> = {
  text: "Texts are off: STOP came by text",
  settings: "Texts were turned off in the settings",
  call: "Texts were ended on the phone",
};

const agreed: Readonly<Record<ConsentSource, string>> = {
  text: "Texts were turned on by text",
  settings: "Texts were allowed in the settings",
  call: "Texts were allowed on the phone",
};

/** What a number agreed to, as the beginning of a sentence that ends with the time. */
export function describeConsent({ consent, source }: TextNumber): string {
  if (source === null) return "Never asked for texts";
  if (consent === "replies") return "Texted us first, so we may answer. Since";
  return (consent === "stopped" ? ended : agreed)[source];
}
