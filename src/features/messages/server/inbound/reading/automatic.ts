import { foldQuotes } from "../../../contract/forms/fold-quotes.ts";
import { type Header, headerOf, headersOf } from "./headers.ts";

/* Words of automatic replies, in the languages of our visitors and the most used others. Lower case. */

/**
 * How mail programs begin the subject of an automatic reply. Words that people write about their
 * own days, such as "vacation", are not among them.
 */
const automaticSubjects: readonly string[] = [
  ...["automatic reply", "automatic response", "auto reply:", "auto-reply", "autoreply", "auto:"],
  ...[
    "auto response",
    "auto-response",
    "autoresponse",
    "out of office:",
    "out of office autoreply",
  ],
  ...[
    "out of the office:",
    "out-of-office:",
    "ooo:",
    "respuesta automática",
    "respuesta automatica",
  ],
  ...["fuera de la oficina:", "automatische antwort", "abwesenheitsnotiz", "réponse automatique"],
  ...["reponse automatique", "absence du bureau", "risposta automatica", "fuori sede:"],
  ...["resposta automática", "resposta automatica", "automatisch antwoord"],
  ...["automatische beantwoording", "odpowiedź automatyczna", "autoodpowiedź", "autosvar"],
  ...["automatiskt svar", "automatisk svar", "automaattinen vastaus", "автоматический ответ"],
  ...["автоответ", "automatická odpověď", "trả lời tự động", "thư trả lời tự động", "自动回复"],
  ...["自动答复", "自動回覆", "自動返信", "자동 회신", "자동 응답", "رد تلقائي", "الرد التلقائي"],
  ...["תשובה אוטומטית", "awtomatikong tugon", "balasan otomatis", "otomatik yanıt"],
  ...["αυτόματη απάντηση", "ตอบกลับอัตโนมัติ"],
];

const automaticPhrases: readonly string[] = [
  ...[
    "i am away",
    "i'm away",
    "i will be away",
    "i'll be away",
    "out of the office",
    "out of office",
  ],
  ...["on vacation", "on holiday", "on leave", "on annual leave", "parental leave", "will be back"],
  ...["i will return", "i'll return", "when i return", "upon my return", "limited access to"],
  ...["no access to email", "no access to my email", "not checking email", "not in the office"],
  ...["currently unavailable", "currently away", "until i return", "no longer work"],
  ...[
    "automatic reply",
    "automatic response",
    "auto-reply",
    "automated response",
    "automated reply",
  ],
  ...["automatically generated", "thank you for contacting", "thank you for your email"],
  ...["thank you for your message", "we have received your", "we received your"],
  ...[
    "estoy fuera",
    "estaré fuera",
    "fuera de la oficina",
    "de vacaciones",
    "mi regreso",
    "ausente",
  ],
  ...["vuelvo el", "regreso el", "nicht im büro", "nicht im haus", "abwesend", "im urlaub"],
  ...[
    "nicht erreichbar",
    "wieder erreichbar",
    "ab dem",
    "wieder da",
    "absent",
    "en congé",
    "en vacances",
  ],
  ...[
    "mon retour",
    "de retour",
    "fuori ufficio",
    "sarò assente",
    "in ferie",
    "al mio rientro",
    "assente",
  ],
  ...[
    "fora do escritório",
    "de férias",
    "estarei ausente",
    "meu retorno",
    "afwezig",
    "met vakantie",
  ],
  ...["op vakantie", "weer bereikbaar", "niet aanwezig", "na urlopie", "poza biurem", "nieobecn"],
  ...["на отпуск", "в отпуске", "отсутств", "вернусь", "nghỉ phép", "vắng mặt", "không có mặt"],
  ...[
    "休假",
    "不在办公室",
    "不在辦公室",
    "外出",
    "不在",
    "休暇",
    "不在にして",
    "휴가",
    "부재",
    "자리를 비",
  ],
  ...["خارج المكتب", "إجازة", "אני בחופשה", "מחוץ למשרד", "nakabakasyon", "wala ako sa opisina"],
  ...[
    "semester",
    "ferie",
    "lomalla",
    "på ferie",
    "ikke på kontoret",
    "inte på kontoret",
    "dovolené",
  ],
  ...["izinde", "ofis dışında", "cuti", "διακοπές", "εκτός γραφείου", "ลาพักร้อน"],
];

/** Characters of a text in which a phrase may be. */
const maxLength = 4000;

/**
 * Whether an email is an automatic reply. Only `Auto-Submitted: auto-replied` (RFC 3834) and
 * `auto-notified` (RFC 5436) say so alone: forwarding sets `auto-generated`, Exchange sets
 * `X-Auto-Response-Suppress` on what people write, and lists set `Precedence`. Otherwise it needs
 * the subject that mail programs give to such a reply, and beside it its words or one of these
 * headers.
 */
export function isAutomaticReply(
  headers: readonly Header[],
  subject: string,
  text: string,
): boolean {
  const submitted = headersOf(headers, "auto-submitted").map((value) => value.toLowerCase());
  if (submitted.some((value) => /^auto-(?:replied|notified)\b/.test(value))) return true;
  const start = subject.trim().toLowerCase();
  const hasSubject = automaticSubjects.some((phrase) => start.startsWith(phrase));
  if (!hasSubject) return hasResponderHeader(headers) && saysSo(text);
  return (
    hasResponderHeader(headers) ||
    submitted.some((value) => value.startsWith("auto-generated")) ||
    /\b(?:all|oof|autoreply)\b/i.test(headerOf(headers, "x-auto-response-suppress")) ||
    /^(?:auto_reply|bulk|junk)/i.test(headerOf(headers, "precedence")) ||
    saysSo(text)
  );
}

/** Headers of programs that answer by themselves. */
function hasResponderHeader(headers: readonly Header[]): boolean {
  return ["x-autoreply", "x-autorespond", "x-autoresponder"].some(
    (name) => !/^(?:no)?$/i.test(headerOf(headers, name)),
  );
}

function saysSo(text: string): boolean {
  const own = foldQuotes(text.slice(0, maxLength))
    .filter(({ isQuoted }) => !isQuoted)
    .map((piece) => piece.text)
    .join("")
    .toLowerCase()
    .replaceAll("’", "'");
  return automaticPhrases.some((phrase) => own.includes(phrase));
}
