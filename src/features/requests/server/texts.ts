import { brand, office } from "../../../brand.ts";
import { formatPrice } from "../../../platform/contract/facts.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { measureText, plainText } from "../../texts/contract/segments.ts";
import type { RequestNotice } from "../contract/request-emails.ts";
import { describeTime } from "./market-time.ts";
import type { RequestTable } from "./tables.ts";

/** Characters of a title that a text has at least, however many parts it then takes. */
const minTitleLength = 12;

type Told = Pick<
  RequestTable,
  "title" | "starts_at" | "ends_at" | "time_zone" | "provider_name" | "price_cents"
>;

/**
 * The text about a request: what, when, and who comes by first name. A long title is cut so that it
 * is one part.
 * @param more further requests of its series that it is true of
 */
export function composeRequestText(
  row: Told,
  kind: RequestNotice,
  origin: string,
  more = 0,
): string {
  const after = more > 0 ? ` (and ${more} more)` : "";
  const answer =
    kind === "proposed"
      ? `Please answer: ${origin}${paths.askForHelp}`
      : `Questions? Call ${brand.phone.shown}.`;
  const say = (title: string) => {
    const what = `${title}${after}`;
    const end = what.endsWith(".") ? "" : ".";
    return plainText(
      `${brand.name}: ${leadOf(row, kind)}: ${what}${end} ${answer} STOP ends texts.`,
    );
  };
  const title = simplify(row.title);
  let text = say(title);
  for (let length = title.length; length > minTitleLength && !isOne(text); length -= 1) {
    text = say(`${title.slice(0, length).toWellFormed().trim()}...`);
  }
  return isOne(text) ? text : say(row.title);
}

/** Without accents and signs that would halve the room of a text; letters of other scripts stay. */
function simplify(title: string): string {
  let plain = plainText(title);
  for (const sign of measureText(plain).wide) {
    const letters = sign.normalize("NFKD").replaceAll(/\P{ASCII}/gu, "");
    if (letters !== "" || !/\p{L}/u.test(sign)) plain = plain.replaceAll(sign, letters);
  }
  return plain.trim();
}

function isOne(text: string): boolean {
  return measureText(text).parts === 1;
}

function leadOf(row: Told, kind: RequestNotice): string {
  const { starts_at: start, time_zone: zone, provider_name: provider, price_cents: cents } = row;
  const when = start === null ? "" : describeTime(row, zone || office.timeZone, "short");
  const [first = ""] = provider.split(" ");
  switch (kind) {
    case "booked":
      return when === "" ? "booked, the time follows" : `booked for ${when}`;
    case "assigned":
      return `${first} is coming${when === "" ? "" : ` on ${when}`}`;
    case "changed":
      return `changed${when === "" ? "" : `, now ${when}`}${cents === null ? "" : `, ${formatPrice(cents)}`}`;
    case "proposed":
      return `we suggest ${when}`;
    case "canceled":
      return `canceled${when === "" ? "" : `, ${when}`}`;
    default:
      return "done, the receipt is in your profile";
  }
}
