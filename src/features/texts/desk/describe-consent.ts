import { formatDay } from "../../../platform/desk/format/times.ts";
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

/** What a number agreed to and since when, as a sentence. */
export function describeConsent({ consent, source, since }: TextNumber): string {
  if (source === null || since === null) return "Never asked about texts.";
  const day = formatDay(since);
  if (consent === "replies") return `Texted us first on ${day}, so we may answer.`;
  return `${(consent === "stopped" ? ended : agreed)[source]} on ${day}.`;
}
