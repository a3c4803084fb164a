import { describe, expect, test } from "vitest";
import { createAccountForm } from "../../features/customers/contract/create-account.ts";
import { contactForm } from "../../features/messages/contract/forms/contact.ts";
import { normalizeEmail } from "./email.ts";
import { checkForm, readValues } from "./form-engine/define-form.ts";
import { emailKey, emailRules, findError, passwordRule } from "./form-engine/rules.ts";
import { normalizePhone, suggestPhone } from "./phone.ts";
import { normalizeLine, normalizeText } from "./text.ts";

/** Characters that nobody sees. */
const invisible = [
  ..."\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200c\u200d\u200e\u200f",
  ..."\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069",
  ..."\u206a\u206f\u3164\ufe00\ufe0f\ufeff\uffa0\ufff9\ufffb\u{1d173}\u{e0001}\u{e0061}\u{e0100}",
];
const spaces = [
  ..."\t\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a",
  ..."\u2028\u2029\u202f\u205f\u2800\u3000",
];
const dashes = [
  ..."\u2010\u2011\u2012\u2013\u2014\u2015\u02d7\u058a\u05be\u1806\u2043\u2212\u2e3a\u301c\ufe58\ufe63\uff0d",
];
const apostrophes = [
  ..."`\u00b4\u02b9\u02bb\u02bc\u02bd\u02be\u02bf\u02c8\u055a\u05f3\u2018\u2019\u201b\u2032\u2035\uff07",
];
const code = (sign: string) => `U+${sign.codePointAt(0)?.toString(16)}`;

describe("what looks the same is the same", () => {
  test.each(invisible.map((sign) => [code(sign), sign]))("without %s", (_code, sign) => {
    const isVariation = /[\ufe00\ufe0f\u{e0100}]/u.test(sign);
    expect(normalizeLine(`${sign}Mari${sign} ${sign}Kovac${sign}`)).toBe(
      isVariation ? `Mari${sign} Kovac${sign}` : "Mari Kovac",
    );
    expect(normalizeText(`Hello${isVariation ? "" : sign} there.\n${sign}Yes`)).toBe(
      "Hello there.\nYes",
    );
    expect(emailKey(`ma${sign}ri@exam${sign}ple.com${sign}`)).toBe("mari@example.com");
    expect(normalizePhone(`${sign}(719) 555${sign}-0163${sign}`)).toBe("(719) 555-0163");
    expect(normalizeLine(sign)).toBe("");
    expect(normalizeText(`${sign}\n ${sign}`)).toBe("");
  });

  test.each(spaces.map((sign) => [code(sign), sign]))(
    "with a plain space for %s",
    (_code, sign) => {
      expect(normalizeLine(`${sign}Mari${sign}Kovac${sign}`)).toBe("Mari Kovac");
      expect(normalizePhone(`719${sign}555${sign}0163`)).toBe("719 555 0163");
      expect(emailKey(`${sign}mari@example.com${sign}`)).toBe("mari@example.com");
      expect(findError(emailRules, normalizeEmail(`ma${sign}ri@example.com`))).toBe(
        "Email is invalid.",
      );
      expect(normalizeLine(sign + sign)).toBe("");
    },
  );

  test.each(dashes.map((sign) => [code(sign), sign]))("with a hyphen for %s", (_code, sign) => {
    expect(normalizeLine(`Lee${sign}Ann`)).toBe("Lee-Ann");
    expect(normalizePhone(`719${sign}555${sign}0163`)).toBe("719-555-0163");
    expect(normalizeEmail(`lee${sign}ann@example.com`)).toBe("lee-ann@example.com");
    expect(normalizeText(`one ${sign} two`)).toBe(`one ${sign} two`);
  });

  test.each(apostrophes.map((sign) => [code(sign), sign]))(
    "with an apostrophe for %s",
    (_code, sign) => {
      expect(normalizeLine(`D${sign}Angelo`)).toBe("D'Angelo");
      if (sign !== "`") expect(normalizeEmail(`d${sign}a@x.org`)).toBe("d'a@x.org");
      expect(normalizeText(`It${sign}s fine`)).toBe(`It${sign}s fine`);
    },
  );

  test.each([
    ["Nguye\u0302\u0303n Thi\u0323 Ho\u0300a", "Nguy\u1ec5n Th\u1ecb H\u00f2a"],
    ["Zoe\u0308", "Zo\u00eb"],
    ["e\u200b\u0301va", "\u00e9va"],
    [
      "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
      "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    ],
    ["\u200c\u0645\u06cc\u200c", "\u0645\u06cc"],
    ["\u0d30\u0d3e\u0d1c\u0d28\u0d4d\u200d", "\u0d30\u0d3e\u0d1c\u0d28\u0d4d\u200d"],
    ["\u0915\u094d\u200d\u0937", "\u0915\u094d\u200d\u0937"],
    ["Ana \u{1f469}\u{1f3fd}\u200d\u{1f9b0}", "Ana \u{1f469}\u{1f3fd}\u200d\u{1f9b0}"],
    ["\u{1f468}\u200d\u{1f469}\u200d\u{1f467}", "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}"],
    ["\u{1f577}\ufe0f and \u{1f44d}\u{1f3fe}", "\u{1f577}\ufe0f and \u{1f44d}\u{1f3fe}"],
    ["Love \u2764\ufe0f\u200d\u{1f525}", "Love \u2764\ufe0f\u200d\u{1f525}"],
    [
      "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
      "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
    ],
    ["\u845b\u{e0100}\u57ce", "\u845b\u{e0100}\u57ce"],
    ["\u738b\u5c0f\u660e", "\u738b\u5c0f\u660e"],
    ["\u30ab\u30fc\u30eb", "\u30ab\u30fc\u30eb"],
  ])("and what changes letters or emoji stays: %j", (typed, stored) => {
    expect(normalizeLine(typed)).toBe(stored);
    expect(normalizeText(typed)).toBe(stored);
  });

  test("twice is the same as once", () => {
    for (const sign of [...invisible, ...spaces, ...dashes, ...apostrophes]) {
      const typed = `${sign} a${sign}b\u0301 \u{1f469}${sign}\u{1f467}${sign}@\u00fc${sign}.org `;
      for (const apply of [
        normalizeLine,
        normalizeText,
        normalizePhone,
        normalizeEmail,
        emailKey,
      ]) {
        expect(apply(apply(typed)), `${apply.name} ${code(sign)}`).toBe(apply(typed));
      }
    }
  });
});

describe("email addresses", () => {
  test.each([
    ["Ute@B\u00fccher.example", "ute@xn--bcher-kva.example"],
    ["ute@bu\u0308cher.example", "ute@xn--bcher-kva.example"],
    ["ute@XN--BCHER-KVA.example", "ute@xn--bcher-kva.example"],
    ["ute@mail.B\u00dcCHER.example", "ute@mail.xn--bcher-kva.example"],
    ["\u00dcte@example.com", "\u00fcte@example.com"],
    ["u\u0308te@example.com", "\u00fcte@example.com"],
    ["\u7528\u6237\uff20\u4f8b\u5b50\u3002\u5e7f\u544a", "\u7528\u6237@xn--fsqu00a.xn--4rr70v"],
    ["rosa@\uff45xample.com", "rosa@example.com"],
    ["rosa@\u0440\u043e\u0441\u0430.\u0440\u0444", "rosa@xn--80a1aff.xn--p1ai"],
  ])("%j has the key %j", (typed, key) => {
    expect(emailKey(typed)).toBe(key);
    expect(findError(emailRules, normalizeEmail(typed))).toBeUndefined();
  });

  test("are sent to as they were typed, and keep the signs that addresses may have", () => {
    expect(normalizeEmail(" Ute.M`1@B\u00fccher.example\u200b")).toBe(
      "Ute.M`1@B\u00fccher.example",
    );
    expect(normalizeEmail("kay\u2019s@example.com")).toBe("kay's@example.com");
  });

  test.each([
    "\u201crosa\u201d@example.com",
    "\u00abrosa@example.com\u00bb",
    "rosa@example.com\u2019 x",
    "ro sa@example.com",
    "rosa@@example.com",
    "rosa\u0003@example.com",
    "rosa@example.com/path@b.c",
  ])("with odd signs are refused: %j", (typed) => {
    expect(findError(emailRules, normalizeEmail(typed))).toBe("Email is invalid.");
  });

  test.each([
    "",
    "@",
    "a@",
    "@b.c",
    "a@b:80/c",
    "a@[\u00fc]",
    "a@\u00fc/x",
    "a@%00\u00fc",
    "a@\u00fc..b",
  ])("a key of other text is no error: %j", (text) =>
    expect(emailKey(text)).toBe(emailKey(emailKey(text))),
  );
});

describe("phone numbers", () => {
  const values = (phone: string) =>
    readValues(
      contactForm,
      (name) => ({ name: "Mari", email: "m@x.org", message: "Hi", phone })[name],
    );

  test.each([
    ["719\u2013555\u20130163", "719-555-0163"],
    ["\u202a(719) 555-0163\u202c", "(719) 555-0163"],
    ["\uff17\uff11\uff19\uff0d\uff15\uff15\uff15\uff0d\uff10\uff11\uff16\uff13", "719-555-0163"],
    ["\uff08719\uff09\u3000555\u30000163", "(719) 555 0163"],
    ["\u0667\u0661\u0669 \u0665\u0665\u0665 \u0660\u0661\u0666\u0663", "719 555 0163"],
    ["1-719-555-0163", "1-719-555-0163"],
  ])("%j is accepted as %j", (typed, stored) => {
    expect(values(typed).phone).toBe(stored);
    expect(checkForm(contactForm, values(typed))).toEqual({});
  });

  test.each([
    ["719.555.0163", ""],
    ["+1 719 555 0163", ""],
    ["+1 (719) 555-0163", ""],
    ["1.719.555.0163", ""],
    ["719/555/0163", "none"],
    ["tel:+1-719-555-0163", ""],
    ["719-555-0163 (cell)", ""],
    ["719-555-0163 ext. 5", "5"],
    ["719 555 0163 x204", "204"],
    ["7195550163#12", "12"],
    ["719-555-0163, extension 7", "7"],
    ["719.555.0163 or 719.555.0164", ""],
    ["011 1 719 555 0163", ""],
  ])("%j keeps its sentence, and a number that works is found", (typed, extension) => {
    expect(checkForm(contactForm, values(typed))).toEqual({ phone: "Phone number is invalid." });
    const found = suggestPhone(typed);
    if (extension === "none") return expect(found).toBeUndefined();
    expect(found).toEqual({ number: "719-555-0163", extension });
    expect(checkForm(contactForm, values(found?.number ?? ""))).toEqual({});
  });

  test.each(["", "555-0163", "+44 20 7946 0958", "call me", "119.555.0163", "719.155.0163"])(
    "no number is made up for %j",
    (typed) => expect(suggestPhone(typed)).toBeUndefined(),
  );
});

describe("on forms", () => {
  test("a name or message of nothing visible is missing", () => {
    const sent: Record<string, string> = {
      name: "\u200b",
      email: "m@x.org",
      message: "\u2060\n\u3164",
    };
    const values = readValues(contactForm, (name) => sent[name]);
    expect(checkForm(contactForm, values)).toEqual({
      name: "Name is required.",
      message: "Message is required.",
    });
  });

  test("a password counts the same on every computer, and keeps what was typed", () => {
    const composed = "\u00e9\u00fc\u00f1\u1ea5789";
    expect(findError([passwordRule], composed)).toBe(passwordRule.message);
    expect(findError([passwordRule], composed.normalize("NFD"))).toBe(passwordRule.message);
    const sixteen = `${"\u1ea5".repeat(12)}4444`;
    expect(findError([passwordRule], sixteen.normalize("NFD"))).toBeUndefined();
    const values = readValues(createAccountForm, () => " a\u0301\u200b ");
    expect(values.password).toBe(" a\u0301\u200b ");
  });
});
