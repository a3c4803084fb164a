import type { Transaction } from "kysely";
import { brand } from "../../../../brand.ts";
import { hasEmail } from "../../../../platform/contract/email.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { firstWord } from "../../../../platform/contract/text.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { composeEmail, type EmailDraft } from "../../../../platform/server/mail/compose.ts";
import { queueEmail } from "../../../../platform/server/mail/outbox.ts";
import { describeAct, type HelperAct } from "../../contract/act-words.ts";
import {
  didPath,
  type HelpPart,
  helpingPath,
  helpLimits,
  helpQuery,
  partWords,
} from "../../contract/helpers.ts";

type EmailContext = Pick<AppContext, "now" | "origin">;

/** Without an origin, the emails have no link. */
export type EndContext = Pick<EmailContext, "now"> & Partial<Pick<EmailContext, "origin">>;

/** A help in emails. */
export interface NamedHelp {
  readonly id: string;
  /** The person who is helped. */
  readonly uid: string;
  /** The helper, as the person named them. */
  readonly name: string;
}

type Words = Omit<EmailDraft, "recipient" | "uid" | "kind">;

const footnote = "If this is not right, end the help in your settings, or call us.";

const toHelpers = ({ origin }: Pick<EmailContext, "origin">) => ({
  label: "People who help me",
  url: `${origin()}${paths.helpers}`,
});

/** Emails the person of an account; one without an email is told nothing. */
async function emailAccount(
  trx: Transaction<Database>,
  uid: string,
  draft: Words & { readonly kind: string },
  { now }: Pick<EmailContext, "now">,
): Promise<void> {
  const account = await trx
    .selectFrom("accounts")
    .select("email")
    .where("uid", "=", uid)
    .executeTakeFirst();
  if (!account || !hasEmail(account.email)) return;
  await queueEmail(trx, composeEmail({ ...draft, uid, recipient: account.email }), now());
}

/** Emails the helper of an accepted invitation. */
async function emailHelper(
  trx: Transaction<Database>,
  { id }: NamedHelp,
  draft: Words & { readonly kind: string },
  context: Pick<EmailContext, "now">,
): Promise<void> {
  const login = await trx
    .selectFrom("helper_logins")
    .select("uid")
    .where("id", "=", id)
    .executeTakeFirst();
  if (login) await emailAccount(trx, login.uid, draft, context);
}

async function firstNameOf(trx: Transaction<Database>, uid: string): Promise<string> {
  const profile = await trx
    .selectFrom("profiles")
    .select("first_name")
    .where("uid", "=", uid)
    .executeTakeFirstOrThrow();
  return profile.first_name;
}

/** Names that can be nothing but a name: strangers get them in an email from us. */
const plainName = /^[\p{L}\p{M} '’-]{1,30}$/u;

/** The invitation. It has no words that the person typed but their name, which cannot be a message. */
export async function emailInvitation(
  trx: Transaction<Database>,
  { uid, email, token }: { readonly uid: string; readonly email: string; readonly token: string },
  { now, origin }: EmailContext,
): Promise<void> {
  const typed = await firstNameOf(trx, uid);
  const first = plainName.test(typed) ? typed : "Someone";
  const invitation = composeEmail({
    kind: "helper-invitation",
    urgent: true,
    uid,
    recipient: email,
    subject: `${first} asks you to help at ${brand.name}`,
    lines: [
      `${first} uses ${brand.name} and asks you to help. You would use an account of your own, and ${first} chooses what you can see and do. ${first} sees what you do.`,
      "Nothing is shared before you say yes. You can stop at any time.",
    ],
    button: {
      label: "See what it is about",
      url: `${origin()}${paths.helping}?${helpQuery.invitation}=${token}`,
    },
    footnote: `The link works once, for ${helpLimits.invitationDays} days. If you do not know who this is, you can ignore this email. We never ask you for a password or money.`,
  });
  await queueEmail(trx, invitation, now());
}

/** Tells the person that the helper accepted. @param account their login email, masked */
export async function emailAccepted(
  trx: Transaction<Database>,
  help: NamedHelp,
  account: string,
  context: EmailContext,
): Promise<void> {
  const first = firstWord(help.name);
  await emailAccount(
    trx,
    help.uid,
    {
      kind: "helper-accepted",
      subject: `${first} helps you now`,
      lines: [
        `${help.name} accepted your invitation, with the account ${account}. You can see what ${first} does, change what ${first} can do, and end it at any time.`,
        `It ends by itself after a year, unless you renew it.`,
      ],
      button: toHelpers(context),
      footnote: "If you do not know this person, end it there, or call us.",
    },
    context,
  );
}

/** Tells the person what a helper did. */
export async function emailAct(
  trx: Transaction<Database>,
  help: NamedHelp,
  { kind, about }: { readonly kind: HelperAct; readonly about: string },
  context: EmailContext,
): Promise<void> {
  const first = firstWord(help.name);
  await emailAccount(
    trx,
    help.uid,
    {
      kind: "helper-act",
      subject: `${first} ${describeAct(kind, about)}`,
      lines: [`${help.name}, who helps you, ${describeAct(kind, about)}.`],
      button: { label: `See what ${first} did`, url: `${context.origin()}${didPath(help.id)}` },
      footnote,
    },
    context,
  );
}

/** Tells the helper what the person changed. */
export async function emailPart(
  trx: Transaction<Database>,
  help: NamedHelp,
  { part, isOn }: { readonly part: HelpPart; readonly isOn: boolean },
  context: EmailContext,
): Promise<void> {
  const first = await firstNameOf(trx, help.uid);
  await emailHelper(
    trx,
    help,
    {
      kind: "helper-changed",
      subject: `${first} changed what you can do`,
      lines: [`${first} turned ${isOn ? "on" : "off"}: ${partWords[part].helper.toLowerCase()}.`],
      button: { label: `Help ${first}`, url: `${context.origin()}${helpingPath(help.id)}` },
    },
    context,
  );
}

const madeOne = "because two accounts were made one";

const endings = {
  person: (first: string) => `${first} ended your help. You see nothing of ${first}’s anymore.`,
  staff: (first: string) =>
    `We ended your help for ${first}. You see nothing of ${first}’s anymore.`,
  expired: (first: string) =>
    `Your help for ${first} ended after a year. ${first} can invite you again.`,
  merged: (first: string) =>
    `Your help for ${first} ended, ${madeOne}. ${first} can invite you again.`,
} as const;

const toldPerson = {
  helper: (name: string) => `${name} stopped helping you, and sees nothing of yours anymore.`,
  staff: (name: string) => `We ended the help of ${name}, who sees nothing of yours anymore.`,
  expired: (name: string) =>
    `The help of ${name} ended after a year. You can invite ${firstWord(name)} again.`,
  merged: (name: string) =>
    `The help of ${name} ended, ${madeOne}. You can invite ${firstWord(name)} again in Settings.`,
} as const;

/** Tells both that the help ended, but not who did it. */
export async function emailEnded(
  trx: Transaction<Database>,
  help: NamedHelp,
  by: keyof typeof endings | keyof typeof toldPerson,
  context: EndContext,
): Promise<void> {
  const first = await firstNameOf(trx, help.uid);
  if (by !== "helper") {
    const words = { subject: `Your help for ${first} has ended`, lines: [endings[by](first)] };
    await emailHelper(trx, help, { kind: "helper-ended", ...words }, context);
  }
  if (by !== "person") {
    await emailAccount(
      trx,
      help.uid,
      {
        kind: "helper-ended",
        subject: `${firstWord(help.name)} no longer helps you`,
        lines: [toldPerson[by](help.name)],
        ...(context.origin && { button: toHelpers({ origin: context.origin }) }),
      },
      context,
    );
  }
}

/** Reminds the person that the help ends. @param day "December 12, 2026" */
export async function emailReminder(
  trx: Transaction<Database>,
  help: NamedHelp,
  day: string,
  context: EmailContext,
): Promise<void> {
  const first = firstWord(help.name);
  await emailAccount(
    trx,
    help.uid,
    {
      kind: "helper-reminder",
      subject: `The help of ${first} ends on ${day}`,
      lines: [
        `${help.name} has helped you for almost a year. It ends by itself on ${day}.`,
        `To keep it, press the button and renew it for another year. To let it end, do nothing.`,
      ],
      button: toHelpers(context),
    },
    context,
  );
}
