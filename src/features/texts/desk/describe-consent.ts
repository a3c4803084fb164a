import { formatDay } from "../../../platform/desk/format/times.ts";
import type { ConsentSource } from "../contract/consent.ts";
import type { ConsentLine, TextNumber } from "../contract/texts.ts";

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

const endedLines: Readonly<Record<ConsentSource, string>> = {
  text: "Ended texts by text",
  settings: "Turned texts off in the portal",
  call: "Asked on the phone for no more texts",
};

const agreedLines: Readonly<Record<ConsentSource, string>> = {
  text: "Turned texts on by text",
  settings: "Agreed to texts in the portal",
  call: "Agreed to texts on the phone",
};

/** What a number said, without its time. */
export function nameConsent({ consent, source }: ConsentLine): string {
  if (consent === "replies") return "Texted us, so we may answer";
  return (consent === "stopped" ? endedLines : agreedLines)[source];
}
