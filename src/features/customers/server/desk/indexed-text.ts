import { createHash } from "node:crypto";
import type { Selectable } from "kysely";
import { shownEmail } from "../../../../platform/contract/email.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type { IndexedText } from "../../../../platform/server/search/word-index.ts";
import { phoneWords } from "../../../../platform/server/values/phone.ts";

/** The parts of a customer that the search finds them by. */
export type NamedCustomer = Selectable<Database["profiles"]> & {
  readonly email: string;
  readonly support_id: string;
  /** Accounts that were merged into theirs. */
  readonly former: readonly { readonly email: string; readonly support_id: string }[];
};

/** All text by which a customer is found. */
export function customerText(row: NamedCustomer): IndexedText {
  const text = [
    shownEmail(row.email),
    row.email_address,
    row.support_id,
    ...row.former.flatMap((one) => [one.email, one.support_id]),
    row.phone_number,
    ...phoneWords(row.phone_number),
    row.address_line1,
    row.city,
    row.state,
    row.zip,
  ];
  return { names: namesOf(row), text: text.join("\n") };
}

type Request = Pick<
  Selectable<Database["completed_requests"]>,
  "request_title" | "assigned_to" | "reference"
>;

/** All text by which a request is found: also by the customer's name. */
export function requestText(
  request: Request,
  row: Pick<NamedCustomer, "first_name" | "last_name">,
): IndexedText {
  const { request_title: title, assigned_to: provider, reference } = request;
  return { names: `${namesOf(row)}\n${provider}`, text: `${title}\n${reference}` };
}

function namesOf(row: Pick<NamedCustomer, "first_name" | "last_name">): string {
  return `${row.first_name} ${row.last_name}`;
}

/** A hash by which a changed text is recognized. */
export function hashText({ names, text }: IndexedText): string {
  return createHash("sha256")
    .update(JSON.stringify([names, text]))
    .digest("base64url");
}
