/** What a person writes, before an email program gives it its shape. */
export interface Letter {
  readonly fromName: string;
  readonly fromAddress: string;
  readonly to: string;
  readonly subject: string;
  readonly date: Date;
  readonly messageId: string;
  /** ID of the email that it answers, without angle brackets; "" for a new one. */
  readonly inReplyTo: string;
  readonly language: Language;
  /** Paragraphs that the person wrote; each must be stored and in sight. */
  readonly own: readonly string[];
  /** Our text that the program quotes; "" for none. */
  readonly quoted: string;
  /** The person wrote between or below the quoted lines. */
  readonly isInline: boolean;
}

export type Language = "en" | "es" | "de" | "fr" | "vi" | "zh" | "ko" | "ru" | "ar" | "pt";

/** Words with which programs introduce and head what they quote. */
interface QuoteWords {
  /** Of Gmail and Apple Mail. */
  introduce(date: string, who: string): string;
  /** From, sent, to, subject, as Outlook writes them. */
  readonly labels: readonly [string, string, string, string];
}

export const quoteWords: Readonly<Record<Language, QuoteWords>> = {
  en: {
    introduce: (date, who) => `On ${date}, ${who} wrote:`,
    labels: ["From", "Sent", "To", "Subject"],
  },
  es: {
    introduce: (date, who) => `El ${date}, ${who} escribió:`,
    labels: ["De", "Enviado", "Para", "Asunto"],
  },
  de: {
    introduce: (date, who) => `Am ${date} schrieb ${who}:`,
    labels: ["Von", "Gesendet", "An", "Betreff"],
  },
  fr: {
    introduce: (date, who) => `Le ${date}, ${who} a écrit :`,
    labels: ["De", "Envoyé", "À", "Objet"],
  },
  vi: {
    introduce: (date, who) => `Vào ${date} ${who} đã viết:`,
    labels: ["Từ", "Đã gửi", "Đến", "Chủ đề"],
  },
  zh: {
    introduce: (date, who) => `${who} 于${date}写道：`,
    labels: ["发件人", "发送时间", "收件人", "主题"],
  },
  ko: {
    introduce: (date, who) => `${date}, ${who}님이 작성:`,
    labels: ["보낸 사람", "보낸 날짜", "받는 사람", "제목"],
  },
  ru: {
    introduce: (date, who) => `${date}, ${who} пишет:`,
    labels: ["От", "Отправлено", "Кому", "Тема"],
  },
  ar: {
    introduce: (date, who) => `في ${date}، كتب ${who}:`,
    labels: ["من", "تم الإرسال", "إلى", "الموضوع"],
  },
  pt: {
    introduce: (date, who) => `Em ${date}, ${who} escreveu:`,
    labels: ["De", "Enviado", "Para", "Assunto"],
  },
};

/** Sentences by language; `{n}` becomes the number of the email. */
const sentences: Readonly<Record<Language, readonly string[]>> = {
  en: [
    "I need a ride to the eye clinic on Tuesday at 9:40; the building number is {n}.",
    "My daughter’s name is Zoë, and she pays – not me. The bill said {n} dollars & tax.",
    "Here is how I got there: Settings > Account > Text size <large>, page {n}.",
    "The helper didn't come at 3 pm… It's the second time (ticket #{n}) 😟",
    "On Monday I wrote: please bring milk. Did that list of {n} things arrive?",
  ],
  es: [
    "Necesito ayuda con las compras el miércoles; el número de la casa es {n}.",
    "¿Cuánto cuesta? Mi mamá tiene {n} años menos de lo que dice el papel, señora.",
  ],
  de: [
    "Könnten Sie am Dienstag früher kommen? Die Straße heißt Weißgasse {n}.",
    "Die Größe stimmt nicht – es waren {n} Stück, kostete 12,50 €.",
  ],
  fr: [
    "J’ai reçu la facture n° {n}, mais l’été dernier c’était moins cher.",
    "Où dois-je envoyer le chèque de {n} dollars ? Merci d’avance, Françoise.",
  ],
  vi: [
    "Tôi cần người giúp dọn nhà vào thứ Ba, số nhà {n} đường Nguyễn Huệ.",
    "Mẹ tôi không nghe được điện thoại, xin nhắn tin số {n}.",
  ],
  zh: ["我星期二上午需要有人陪我去诊所，门牌号是{n}。", "字太小了，我看不清楚第{n}页。"],
  ko: [
    "화요일에 병원에 가야 합니다. 집 번호는 {n}입니다.",
    "글씨가 너무 작아서 {n}쪽을 읽을 수 없어요.",
  ],
  ru: [
    "Мне нужна помощь во вторник, квартира {n}.",
    "Счёт № {n} пришёл дважды, проверьте ещё раз.",
  ],
  ar: ["أحتاج إلى مساعدة يوم الثلاثاء، رقم المنزل {n}.", "الخط صغير جدا في الصفحة {n}!"],
  pt: [
    "Preciso de ajuda com o jardim na terça-feira, casa número {n}.",
    "A conta nº {n} não está certa, são só três horas de trabalho.",
  ],
};

export const languages = Object.keys(sentences) as readonly Language[];

/** Lines that a rule for quotes could take for a quote, although the person wrote them. */
const snares: readonly string[] = [
  "From: the red door on the left, number {n}",
  "> Help > About says version {n}",
  "Sent from the library, since my computer number {n} is broken.",
  "To: all of you, thanks for helping with number {n}!",
  "-- that is {n} dollars too much --",
  "Subject to change: visit {n}",
];

/** A repeatable sequence of numbers from 0 to below `below` (mulberry32). */
export function seededNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** What the person writes in email number `n`: two or three paragraphs, some of them long. */
export function writeParagraphs(
  n: number,
  language: Language,
  pick: (below: number) => number,
): string[] {
  const own = sentences[language];
  const number = String(10_000 + n);
  const fill = (text: string) => text.replaceAll("{n}", number);
  const first = fill(own[pick(own.length)] ?? "");
  const second = fill(own[pick(own.length)] ?? "");
  const paragraphs = first === second ? [first] : [first, second];
  if (language === "en" && n % 4 === 0) paragraphs.push(fill(snares[pick(snares.length)] ?? ""));
  if (n % 40 === 7) {
    const line = `Line of a long letter number ${number}, and the story of that day goes on.`;
    paragraphs.push(Array.from({ length: 400 }, (_, at) => `${at + 1}. ${line}`).join(" "));
  }
  return paragraphs;
}
