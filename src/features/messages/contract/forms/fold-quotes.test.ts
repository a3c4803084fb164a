import { expect, test } from "vitest";
import { foldQuotes, type KnownMessages } from "./fold-quotes.ts";

const known: KnownMessages = {
  texts: ["Hello Rosa,\n\nWhich phone is it?\nAnd which version of the app?\n\nAnn, Support"],
  addresses: ["support@example.com"],
};

/** What stays in sight, on one line for each line with words. */
function own(text: string, about?: KnownMessages): string[] {
  const pieces = foldQuotes(text, about);
  expect(pieces.map((piece) => piece.text).join("")).toBe(text);
  return pieces
    .filter(({ isQuoted }) => !isQuoted)
    .flatMap((piece) => piece.text.split(/\r?\n/))
    .map((line) => line.trim())
    .filter(Boolean);
}

const quote = "> Which phone is it?\n> And which version of the app?\n";

test.each([
  "On Wed, Nov 25, 2026 at 4:10 PM Support <support@example.com> wrote:",
  "On Wed, Nov 25, 2026 at 4:10 PM Support\n<support@example.com> wrote:",
  "On Wed, Nov 25,\n2026 at 4:10 PM Support\n<support@example.com> wrote:",
  "On Mon, Support wrote:",
  "El mié, 25 nov 2026 a las 16:10, Support (<support@example.com>) escribió:",
  "Am Mi., 25. Nov. 2026 um 16:10 Uhr schrieb Support <support@example.com>:",
  "Am 25.11.2026 um 16:10 schrieb Support:",
  "Le mer. 25 nov. 2026 à 16:10, Support <support@example.com> a écrit\u00a0:",
  "Il giorno mer 25 nov 2026 alle ore 16:10 Support <support@example.com> ha scritto:",
  "Em qua., 25 de nov. de 2026 às 16:10, Support <support@example.com> escreveu:",
  "Op wo 25 nov 2026 om 16:10 schreef Support <support@example.com>:",
  "śr., 25 lis 2026 o 16:10 Support <support@example.com> napisał(a):",
  "Vào Th 4, 25 thg 11, 2026 vào lúc 16:10 Support <support@example.com> đã viết:",
  "Support <support@example.com> 于2026年11月25日周三 16:10写道：",
  "2026年11月25日(水) 16:10 Support <support@example.com>:",
  "2026년 11월 25일 (수) 오후 4:10, Support <support@example.com>님이 작성:",
  "ср, 25 нояб. 2026 г. в 16:10, Support <support@example.com>:",
  "في الأربعاء، 25 نوفمبر 2026 في 4:10 م تمت كتابة ما يلي بواسطة \u200fSupport <support@example.com>:",
  "Noong Miy, Nob 25, 2026 nang 4:10 PM, isinulat ni Support <support@example.com> ang:",
  "Den ons 25 nov. 2026 kl 16:10 skrev Support <support@example.com>:",
  "Mwandishi 25 Nov 2026 16:10 Support <support@example.com>:",
])("folds what a program introduced: %s", (introduction) => {
  for (const gap of ["", "\n", "\n\n"]) {
    const text = `It is a Pixel.\n\n${introduction}\n${gap}${quote}`;
    expect(own(text)).toEqual(["It is a Pixel."]);
    expect(own(text.replaceAll("\n", "\r\n"))).toEqual(["It is a Pixel."]);
    expect(own(`${text}\nThe version is 4.2.`)).toEqual(["It is a Pixel.", "The version is 4.2."]);
  }
});

test.each([
  "From: Support <support@example.com>\nSent: Wednesday, November 25, 2026 4:10 PM\nTo: Rosa\nSubject: Your message",
  "De: Support <support@example.com>\nEnviado: miércoles, 25 de noviembre de 2026 16:10\nPara: Rosa\nAsunto: Your message",
  "Von: Support <support@example.com>\nGesendet: Mittwoch, 25. November 2026 16:10\nAn: Rosa\nBetreff: Your message",
  "De : Support <support@example.com>\nEnvoyé : mercredi 25 novembre 2026 16:10\nÀ : Rosa\nObjet : Your message",
  "发件人: Support <support@example.com>\n发送时间: 2026年11月25日 16:10\n收件人: Rosa\n主题: Your message",
  "差出人: Support <support@example.com>\n送信日時: 2026年11月25日 16:10\n宛先: Rosa\n件名: Your message",
  "From: Support <support@example.com>\nDate: Wednesday, November 25, 2026",
  "*From:* Support\n*Sent:* Wednesday\n*To:* Rosa\n*Subject:* Your message",
  "________________________________\nFrom: Support\nSent: Wednesday\nTo: Rosa\nSubject: Your message",
  "-----Original Message-----\nFrom: Support",
  "-------- Ursprüngliche Nachricht --------",
  "---------- Forwarded message ---------\nFrom: Support <support@example.com>\nDate: Wed",
  "On Wed, Nov 25, 2026 at 4:10 PM Support <support@example.com> wrote:",
])("folds all below %j, but what answers below or between", (introduction) => {
  const text = (answers: readonly string[]) =>
    `It is a Pixel.\n\n${introduction}\n\nHello Rosa,\n\nWhich phone is it?\n${answers[0] ?? ""}\nAnd which version\nof the app?\n\nAnn, Support\n${answers[1] ?? ""}`;
  expect(own(text([]))).toEqual(["It is a Pixel."]);
  expect(own(text(["A new one.", "4.2."]), known)).toEqual([
    "It is a Pixel.",
    "A new one.",
    "4.2.",
  ]);
});

test.each([
  "Here is the ride I need:\n\nFrom: 12 Elm Street, Denver\nTo: the eye clinic\nTime: 9:30\n\nThank you.",
  "From: 12 Elm Street\nTo: the eye clinic\nDate: Tuesday, 9:30",
  "Von: Elmstraße 12\nAn: Augenklinik\nDatum: Dienstag",
  "The tablet does not charge.\n--\nAnd my address is 12 Elm Street.",
  "The tablet does not charge.\n-- \nAnd my address is 12 Elm Street.",
  "Two things.\n----------\nThe second.\n________________________________\nThe third.",
  "I did what the booklet says:\n> Settings > Sounds > Ringtone\n> Settings > Display\nNeither works.",
  "> Settings > Text size",
  "My son wrote:\nthe lock is broken.",
  "On Tuesday at 9:30 my son Ed (ed@example.org) wrote:\nthe lock is broken.",
  "Subject: the lock\nI need a new one.",
  "Hello!\n\nWhich phone is it?",
  "",
  "\n\n",
])("leaves in sight what a person wrote: %j", (text) => {
  const all = text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  expect(own(text, known)).toEqual(all);
});

test("folds known words and quotes of quotes without an introduction, and Apple's inside", () => {
  expect(own(`It is a Pixel.\n\n${quote}`)).toHaveLength(3);
  expect(own(`It is a Pixel.\n\n${quote}`, known)).toEqual(["It is a Pixel."]);
  expect(own(`It is a Pixel.\n> Ann:\n> > Which?\n`)).toEqual(["It is a Pixel."]);
  const apple = "> On Nov 25, 2026, at 4:10 PM, Support <support@example.com> wrote:\n>\n> Which?";
  expect(own(`It is a Pixel.\n\nSent from my iPhone\n\n${apple}`)).toEqual([
    ...["It is a Pixel.", "Sent from my iPhone"],
  ]);
});

test("leaves answers between quotes, and a menu below one, in sight", () => {
  const introduction = "On Wed, Nov 25, 2026 at 4:10 PM Support wrote:";
  expect(
    own(
      `${introduction}\n> Which phone is it?\nA Pixel.\n> And which version?\n4.2. I went to\n> Settings > About`,
    ),
  ).toEqual(["A Pixel.", "4.2. I went to", "> Settings > About"]);
});

test("leaves a text in sight that would be quoted as a whole", () => {
  expect(own(`-----Original Message-----\n${quote}`)).toHaveLength(3);
});

test("loses nothing of any text, and takes linear time", () => {
  const parts = [
    "> a",
    ">> b",
    "",
    "From: a@b.c",
    "Sent: 2026",
    "On 1 Nov a@b.c wrote:",
    "-- ",
    "x:",
  ];
  let seed = 1;
  const next = () => {
    seed = (seed * 48271) % 2147483647;
    return seed;
  };
  for (let round = 0; round < 2000; round += 1) {
    const ends = ["\n", "\r\n", "\r", "\u2028"];
    own(
      Array.from({ length: next() % 12 }, () => `${parts[next() % 8]}${ends[next() % 4]}`).join(""),
      known,
    );
  }
  for (const part of [
    "\n",
    ">",
    "> ",
    "From: a\n",
    "a:\n",
    "a@b.c 2026 wrote:\n\n",
    "> a\n\n",
    "x",
  ]) {
    const text = part.repeat(1_000_000 / part.length);
    const start = performance.now();
    own(text, known);
    expect(performance.now() - start, JSON.stringify(part)).toBeLessThan(1500);
  }
});
