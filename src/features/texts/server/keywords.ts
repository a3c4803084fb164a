import { brand } from "../../../brand.ts";

type KeywordAct = "stop" | "help" | "start";

export interface Keyword {
  readonly act: KeywordAct;
  readonly language: "english" | "spanish";
  /** It may also be about a visit or mean that somebody needs help, so staff read it as well. */
  readonly isMessage: boolean;
}

/** A text that is one of these words, and nothing else, is a command. */
const words: Readonly<Record<KeywordAct, Readonly<Record<Keyword["language"], string[]>>>> = {
  stop: {
    english: ["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT"],
    spanish: ["BAJA", "PARAR", "PARE", "ALTO", "CANCELAR", "DETENER", "TERMINAR", "NOMAS"],
  },
  help: { english: ["HELP", "INFO"], spanish: ["AYUDA", "INFORMACION"] },
  start: { english: ["START", "UNSTOP"], spanish: ["INICIAR", "EMPEZAR", "COMENZAR", "ALTA"] },
};

const ambiguous: readonly string[] = ["CANCEL", "CANCELAR", "HELP", "INFO", "AYUDA", "INFORMACION"];

/** Other plain ways to say STOP. */
const stopPhrase =
  /^(?:PLEASE)?STOP(?:TEXTING|MESSAGING|SENDING|TEXTS?|MESSAGES?|ME|US|IT|NOW|THIS|PLEASE)*$/;

/** Letters only, in upper case and without accents: " Stop. " is STOP. */
function toLetters(text: string): string {
  return text
    .normalize("NFKD")
    .toUpperCase()
    .replaceAll(/[^A-Z]/g, "");
}

/** @param optOut what Twilio recognized and answered itself ("STOP"); "" if nothing */
export function readKeyword(body: string, optOut = ""): Keyword | undefined {
  const word = toLetters(body);
  for (const act of ["stop", "help", "start"] as const) {
    for (const language of ["english", "spanish"] as const) {
      if (!words[act][language].includes(word)) continue;
      return { act, language, isMessage: ambiguous.includes(word) };
    }
  }
  const own = { language: "english", isMessage: false } as const;
  if (stopPhrase.test(word)) return { act: "stop", ...own };
  const known = (["stop", "help", "start"] as const).find((act) => act === optOut.toLowerCase());
  return known && { act: known, ...own, isMessage: known === "help" };
}

const { name, phone } = brand;

/** Our answers; each fits into one text. */
export const keywordAnswers: Readonly<
  Record<KeywordAct, Readonly<Record<Keyword["language"], string>>>
> = {
  stop: {
    english: `${name}: you will get no more texts from us. Reply START to turn them on again. Help: ${phone.shown}.`,
    spanish: `${name}: ya no le enviaremos mensajes. Responda INICIAR para recibirlos de nuevo. Ayuda: ${phone.shown}.`,
  },
  help: {
    english: `${name}: texts about your requests and account. For help call ${phone.shown}. Message and data rates may apply. Reply STOP to end texts.`,
    spanish: `${name}: mensajes sobre sus solicitudes y su cuenta. Ayuda: ${phone.shown}. Pueden aplicarse tarifas. Responda ALTO para no recibirlos.`,
  },
  start: {
    english: `${name}: texts are on. Message and data rates may apply. Reply HELP for help or STOP to end texts.`,
    spanish: `${name}: sus mensajes quedan activados. Pueden aplicarse tarifas. Responda AYUDA para ayuda o ALTO para no recibirlos.`,
  },
};
