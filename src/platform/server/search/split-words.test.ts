import { expect, test } from "vitest";
import { isSimilarWord } from "./similar-names.ts";
import {
  type SearchTerm,
  searchTerms,
  similarTerms,
  splitNames,
  splitWords,
} from "./split-words.ts";

/** Whether a record with these words matches, as the engines decide it. */
function matches(words: readonly string[], terms: readonly SearchTerm[]): boolean {
  const has = (sought: string) =>
    words.some((word) => (isSimilarWord(sought) ? word === sought : word.startsWith(sought)));
  return terms.length > 0 && terms.every((term) => term.some((some) => some.every(has)));
}

test("an email address or an ID is searched as one word, however much of it is typed", () => {
  const words = splitWords(
    "Héléne (helen.brandt+desk@example.com), TW-4O07-1L9Q, a well-known street",
  );
  expect(words).toEqual([
    "helene",
    "helen",
    "brandt",
    "desk",
    "example",
    "com",
    "helenbrandtdeskexamplecom",
    "tw",
    "4o07",
    "1l9q",
    "tw4o071l9q",
    "a",
    "well",
    "known",
    "wellknown",
    "street",
  ]);
  const finds = (text: string) => matches(words, searchTerms(text));
  for (const text of [
    "helen.brandt+desk@example.com",
    "TW-4O07-1L9Q",
    "TW4O071L9Q",
    "Well-known",
  ]) {
    for (let length = 1; length <= text.length; length += 1) {
      expect(finds(text.slice(0, length)), text.slice(0, length)).toBe(true);
    }
  }
  expect(["example", "brandt", "1L9Q", "Hélène street"].every(finds)).toBe(true);
  expect(["otis@example.com", "TW-4O08", "brandt@example.com"].some(finds)).toBe(false);
  expect(searchTerms("helen@example.com TW-4O07")).toEqual([[["helenexamplecom"]], [["tw4o07"]]]);
});

test.each([
  ["Søren Østergård", "Soren Ostergard", "soeren", "østergård", "SØREN", "Oestergaard"],
  ["Soeren Oestergaard", "Søren", "Østergård"],
  ["Łukasz Pawłowski", "lukasz", "Pawlowski", "ŁUKASZ"],
  ["Jürgen Weiß", "Weiss", "Juergen", "jurgen", "WEISS", "WEIẞ", "Jürgen"],
  ["Juergen Weiss", "Jürgen Weiß", "Jürgen"],
  ["Straße", "strasse", "strass"],
  ["Đặng Thị Hà", "Dang Thi Ha", "dang"],
  ["Þórður Guðmundsson", "Thordur", "Gudmundsson"],
  ["Ægir Cœur", "aegir", "coeur"],
  ["Işık Yıldız", "isik yildiz", "ISIK", "IŞIK"],
  ["İbrahim", "ibrahim", "IBRAHIM"],
  ["Ħal Għarb", "hal gharb"],
  ["Ngũgĩ Ŋaba", "ngugi", "naba"],
  ["Ŧuru", "turu"],
  ["Dvořák", "dvorak", "Dvor\u030ca\u0301k"],
  ["ＦＵＬＬ ｗｉｄｔｈ １２３", "full width 123"],
  ["Семёнов", "семенов", "СЕМЁНОВ"],
  ["Семенов", "Семёнов"],
  ["Γιώργος Παπαδόπουλος", "γιωργοσ", "ΠΑΠΑΔΟΠΟΥΛΟΣ", "παπαδοπουλος"],
  ["Siobhán O’Brien", "obrien", "O'Brien", "O’Brien", "o brien", "OBRIEN", "o`brien", "O´Brien"],
  ["Siobhan O'Brien", "obrien", "O’Brien", "o brien", "obrien's", "brien"],
  ["Siobhan O Brien", "obrien", "O'Brien", "o brien"],
  ["Siobhan OBrien", "o'brien", "o brien", "O’Brien"],
  ["D'Angelo", "dangelo", "d angelo", "D’Angelo"],
  ["Mc Donald", "mcdonald", "Mc Donald"],
  ["McDonald", "mc donald"],
  ["Anna Smith-Jones", "smithjones", "smith jones", "Smith-Jones", "Smith–Jones", "jones"],
  ["Anna Smithjones", "smith-jones"],
  ["Maria’s rail is broken", "maria", "maria's", "marias", "Maria’s rail"],
  ["Marias rail", "maria's"],
  ["the Joneses' house", "joneses'", "joneses"],
  ["我的电话坏了，请打电话给我", "电话", "电", "坏了", "了", "打电话给我", "我的电话坏了"],
  ["iPhone电话12号", "iphone", "电话", "12", "号"],
  ["電話が壊れました。お願いします", "電話", "壊れ", "お願い", "ました"],
  ["コンピューターの画面", "コンピュータ", "こんぴゅーた", "ｺﾝﾋﾟｭｰﾀ", "画面"],
  ["ขอโทษครับโทรศัพท์ของผมเสียแล้วกรุณาโทรกลับ", "โทรศัพท์", "โทรกลับ", "เสีย", "ขอโทษ"],
  ["ខ្ញុំចង់បានជំនួយ", "ជំនួយ", "ចង់"],
  ["ຂ້ອຍຕ້ອງການຄວາມຊ່ວຍເຫຼືອ", "ຊ່ວຍເຫຼືອ"],
  ["والهاتف لا يعمل", "هاتف", "الهاتف", "والهاتف", "يعمل"],
  ["هاتف جديد", "الهاتف", "بالهاتف"],
  ["اتصل بالمكتب للمساعدة", "مكتب", "المكتب", "مساعدة", "مساعده"],
  ["مُحَمَّد أحمـــد", "محمد", "احمد", "أحمد"],
  ["הטלפון שלי לא עובד", "טלפון", "הטלפון", "שלי"],
  ["ושהטלפון", "טלפון", "הטלפון"],
  ["טלפון", "הטלפון", "בטלפון"],
  ["שָׁלוֹם", "שלום"],
  ["رقم ٧٢٠٥٥٥٠١٦٣", "7205550163", "720-555-0163", "٧٢٠٥٥٥٠١٦٣"],
  ["e\u200bxact s\u00adoft", "exact", "soft"],
  ["𠮷野家", "𠮷野家", "野家", "𠮷"],
])("%s is found by all of these", (stored, ...typed) => {
  const words = splitWords(stored);
  for (const text of typed) expect(matches(words, searchTerms(text)), text).toBe(true);
});

test.each([
  "Call 720-555-0163 please",
  "call me at 7205550163.",
  "tel:+1 (720) 555-0163",
  "720.555.0163",
  "720 555 0163",
  "(720)555-0163",
  "720–555–0163",
  "720\u00a0555\u00a00163",
  "1-720-555-0163 or 303 555 0142",
  "+17205550163",
  "720/555-0163",
  "my cell７２０－５５５－０１６３",
])("the number in %j is found in any writing", (stored) => {
  const words = splitWords(stored);
  for (const text of [
    "720-555-0163",
    "7205550163",
    "(720) 555-0163",
    "+1 720 555 0163",
    "+17205550163",
    "1-720-555-0163",
    "555-0163",
    "0163",
    "720.555",
    "720–555–0163",
  ]) {
    expect(matches(words, searchTerms(text)), text).toBe(true);
  }
  expect(matches(words, searchTerms("720-555-0164"))).toBe(false);
});

test("international numbers are found in any writing", () => {
  for (const stored of ["+442079460958", "+44 20 7946 0958", "+44 (0)20-7946-0958"]) {
    expect(matches(splitWords(stored), searchTerms("+44 20 7946 0958")), stored).toBe(true);
    expect(matches(splitWords(stored), searchTerms("20 7946 0958")), stored).toBe(true);
  }
});

test.each([
  ["Pawłowski", "pawlowsky", "palowski", "pawwlowski", "pawolwski", "Pawlowskii", "Pawlowsi"],
  ["Helen", "hellen", "heln", "hlen", "helan", "hleen", "elen"],
  ["O'Brien", "o'brein", "obrein", "obrian", "obrrien"],
  ["Ana", "Anna"],
  ["Mueller", "mueler", "Mueler", "muellerr"],
  ["Семёнов", "семинов"],
  ["Alexandrina-Konstantinopolska", "konstantinopolskaa"],
])("%s is found with one letter wrong", (name, ...typed) => {
  const words = splitNames(name);
  for (const text of typed) expect(matches(words, similarTerms(text)), text).toBe(true);
});

test("short words and other names are not similar", () => {
  const words = splitNames("Rosa Pawłowski");
  for (const text of ["rsa", "rozaa", "kowalski", "pawelski", "12345"]) {
    expect(matches(words, similarTerms(text)), text).toBe(false);
  }
});

test("a text takes bounded work, however long it is", () => {
  const long = 1_000_000;
  const texts = [
    "a ".repeat(long / 2),
    "1".repeat(long),
    "1-".repeat(long / 2),
    "+1 ".repeat(long / 3),
    "'".repeat(long),
    "电".repeat(long),
    "ü".repeat(long),
    "a'".repeat(long / 2),
    "\u0301".repeat(long),
    "ﷺ".repeat(long),
    Array.from({ length: long / 8 }, (_, index) => index.toString(36)).join(" "),
  ];
  for (const text of texts) {
    const started = process.cpuUsage();
    expect(splitWords(text).length).toBeLessThanOrEqual(6000);
    // Microseconds of this process, which other work on the machine does not lengthen.
    expect(process.cpuUsage(started).user, text.slice(0, 5)).toBeLessThan(1_500_000);
  }
});
