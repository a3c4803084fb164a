import type { StatusColumn } from "../../contract/newsletter-desk.ts";

/**
 * How a column states whether people want emails: "status" in words, "out" by a yes, a date or a
 * reason of having left, "consent" by a yes or no.
 */
type ColumnKind = "status" | "out" | "consent";

/** Headers as mailing tools write them, in lower case, without spaces and punctuation. */
const outHeader =
  /unsub|opt(?:ed)?out|blacklist|blocklist|hardbounce|^bounced?s?$|complain|^cleaned|cleantime|donot(?:e?mail|contact|send)|suppress|emaildisabled|emailisineligible|invalidemail|emailinvalid|^deletedat$|^leftat$/;
const consentHeader =
  /consent|opt(?:ed)?in|permission(?!status)|^(?:is)?subscribed|subscribedto|acceptsmarketing|acceptsemail|agreed|gdpr|^newsletter$|^(?:email)?confirmed$|^(?:email)?verified$/;
const statusHeader =
  /status$|^state$|(?:subscription|subscriber|email|member|contact)(?:state|type)$|^permission|marketingcontact/;

/** Values of people who left, were never asked or did not agree, as words without punctuation. */
const leftWords =
  /^(?:un ?subscribed?|un ?sub|clean(?:ed)?|(?:hard |soft )?bounced?|complain(?:ed|t|er)?s?|(?:marked as |reported )?spam|spam complaint|abuse|opted? ?out|blocked|block ?listed|black ?listed|suppressed|removed|deleted|archived|inactive|disabled|deactivated|left|cancell?ed|invalid|junk|undeliverable|rejected|refused|no|false|none|no consent|not (?:given|subscribed|opted in|granted|confirmed|agreed)|non ?subscribed|never ?subscribed|denied|declined|withdrawn|revoked|expired|do not (?:e ?mail|contact|send|disturb)|un ?confirmed|un ?verified|unactivated|pending|awaiting(?: confirmation)?|to confirm|looks like spam|transactional|non ?marketing(?: contact)?|temp(?:orary)? hold|on hold|no permissions? set|not applicable|nein|non)$/;
const inWords =
  /^(?:subscribed?|subscriber|active|confirmed|enabled|opted? ?in|(?:double|single) opt ?in|yes|true|reader|express(?: permission| consent)?|implicit|implied|granted|given|agreed|accepted|marketing(?: contact)?|verified|valid|regular|free|paid|premium|member|customer|ja|oui|s[ií])$/;
/** Values of a column of kind "out" that say that nothing happened. */
const nothingHappened = /^(?:|no|false|0|n|f|none|null|never|nan|off|nein|non)$/;
const notAgreed = /^(?:0|n|f|off)$/;
const agreedShort = /^(?:1|y|t|on|x|✓)$/;

interface Column {
  readonly index: number;
  readonly name: string;
  readonly kind: ColumnKind;
  readonly counts: Map<string, { count: number; readonly isSkipped: boolean }>;
}

const listedValues = 8;
const listedLetters = 60;

/** The columns of a file that say who does not want, or may not get, the newsletter. */
export class ConsentColumns {
  readonly #columns: readonly Column[];

  /** @param rows the rows below the header */
  constructor(header: readonly string[], rows: readonly (readonly string[])[]) {
    this.#columns = header.flatMap((name, index) => {
      const kind = findKind(name);
      const cells = rows.map((cells) => toWords(cells[index] ?? ""));
      if (!kind || (kind === "status" && !cells.some(isStatus))) return [];
      return [{ index, name: name.trim(), kind, counts: new Map() }];
    });
  }

  /** Whether a row says that its person left or did not agree; counts the values. */
  isOut(cells: readonly string[]): boolean {
    let isOut = false;
    for (const { index, kind, counts } of this.#columns) {
      const cell = (cells[index] ?? "").trim();
      const isSkipped = saysOut(toWords(cell), kind);
      isOut ||= isSkipped;
      if (kind === "out" && !isSkipped) continue;
      const value = cell === "" ? "empty" : shorten(cell);
      const known = counts.get(value);
      if (known) known.count += 1;
      else counts.set(value, { count: 1, isSkipped });
    }
    return isOut;
  }

  describe(): StatusColumn[] {
    return this.#columns
      .filter(({ counts }) => [...counts].some(([value]) => value !== "empty"))
      .map(({ name, counts }) => {
        const all = [...counts].map(([value, one]) => ({ value, ...one }));
        const skipped = all.reduce((sum, one) => sum + (one.isSkipped ? one.count : 0), 0);
        const values = all
          .toSorted((one, other) => other.count - one.count)
          .toSorted((one, other) => Number(other.isSkipped) - Number(one.isSkipped))
          .slice(0, listedValues);
        return { name, skipped, values };
      });
  }
}

function findKind(header: string): ColumnKind | undefined {
  const name = header.toLowerCase().replaceAll(/[^\p{L}\d]/gu, "");
  if (outHeader.test(name)) return "out";
  if (statusHeader.test(name)) return "status";
  return consentHeader.test(name) ? "consent" : undefined;
}

/** A column "State" may hold Colorado: only known words make it one of consent. */
function isStatus(words: string): boolean {
  return leftWords.test(words) || inWords.test(words);
}

function saysOut(words: string, kind: ColumnKind): boolean {
  if (kind === "out") return !nothingHappened.test(words);
  if (words === "") return false;
  if (leftWords.test(words) || notAgreed.test(words)) return true;
  // An unknown word in a column of statuses may be any of them: better not to write.
  return kind === "status" && !inWords.test(words) && !agreedShort.test(words);
}

function toWords(cell: string): string {
  return cell
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_.,;:'’()-]+/g, " ")
    .trim();
}

function shorten(text: string): string {
  return text.length > listedLetters ? `${text.slice(0, listedLetters)}…` : text;
}
