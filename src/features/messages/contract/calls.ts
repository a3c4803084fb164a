import { z } from "zod";
import { type Accepted, defineEndpoint } from "../../../platform/contract/define-endpoint.ts";
import { normalizeEmail } from "../../../platform/contract/email.ts";
import { emailRule, findError, phoneRule } from "../../../platform/contract/form-engine/rules.ts";
import { normalizePhone } from "../../../platform/contract/phone.ts";
import {
  recordId,
  storableText,
  typedLine,
  typedText,
  version,
} from "../../../platform/contract/schemas.ts";
import { normalizeLine, normalizeText } from "../../../platform/contract/text.ts";
import { maxTextLength } from "../../texts/contract/consent.ts";
import type { TextNumber } from "../../texts/contract/texts.ts";
import { type CallOutcome, callOutcomes } from "./entries.ts";
import type { CaseDetail } from "./inbox.ts";
import type { ChangedCase } from "./inbox-endpoints.ts";
import { type ReplyFile, replyLimits, statusesAfterReply } from "./replies.ts";
import { attached, newFile } from "./reply-endpoints.ts";

export const callOutcomeNames: Readonly<Record<CallOutcome, string>> = {
  reached: "We talked",
  "left-message": "Left a message",
  "no-answer": "No answer",
  "another-time": "Another time",
};

/** Tries without reaching the person after which the desk asks to write or to close. */
export const maxCallTries = 3;

const callLimits = { text: 10_000, name: 200, phone: 40, email: 320, subject: 200 } as const;

/** Staff write numbers of any country, with any signs. */
const isPhone = (text: string) => text === "" || text.replaceAll(/\D/g, "").length >= 7;

/** A text that may be empty; the error "invalid" has the message for its field. */
const typedField = (
  max: number,
  normalize: (text: string) => string,
  message: string,
  isValid: (text: string) => boolean,
) =>
  storableText(max)
    .overwrite(normalize)
    .refine(isValid, { error: message, params: { field: true } });

/** Whom a contact is with: `id` is a customer's uid, or a reference. */
const recipient = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.enum(["customer", "applicant", "contact"]), id: recordId }),
  z.strictObject({
    kind: z.literal("typed"),
    name: storableText(callLimits.name).overwrite(normalizeLine),
    phone: typedField(callLimits.phone, normalizePhone, phoneRule.message, isPhone),
    email: typedField(
      callLimits.email,
      normalizeEmail,
      emailRule.message,
      (text) => findError([emailRule], text) === undefined,
    ),
  }),
]);

export type RecipientChoice = Accepted<typeof recipient>;

/** Someone we know, as the pages of new contacts show them. */
export interface Recipient {
  readonly kind: "customer" | "applicant" | "contact";
  readonly id: string;
  readonly name: string;
  readonly phone: string;
  readonly hasEmail: boolean;
  /** Null without a phone number, and if texts are not set up. */
  readonly text: TextNumber | null;
  /** Their page at the desk. */
  readonly path: string;
}

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
/** When to call, in the office's time zone. */
const callTime = z.strictObject({ day: z.iso.date(), from: clock, until: clock });

export type CallTime = Accepted<typeof callTime>;

/** Identifies what a page sends: a second request with it is the same contact. */
const key = typedText(64);

const said = storableText(callLimits.text).overwrite(normalizeText);

const caseCall = z.strictObject({
  version,
  outcome: z.enum(callOutcomes),
  text: said,
  /** With "another-time", and to try again after the last try. */
  time: callTime.nullable(),
  /** Day by which something is left to do, without a call that we owe. */
  day: z.iso.date().nullable().default(null),
  /** Closes the message. */
  closes: z.boolean(),
});

export type CaseCall = Accepted<typeof caseCall>;

const newCall = z.strictObject({
  key,
  to: recipient,
  text: typedText(callLimits.text),
  /** What is left to do. */
  next: z.enum(["nothing", "follow-up", "call-back"]),
  assigneeId: recordId.nullable(),
  /** Day of the follow-up; null: by the time limit for answers. */
  day: z.iso.date().nullable(),
  /** Of the call back. */
  time: callTime.nullable(),
});

export type NewCall = Accepted<typeof newCall>;

const newMessage = z.strictObject({
  key,
  to: recipient,
  subject: typedLine(callLimits.subject),
  text: typedText(replyLimits.text),
  blanks: z
    .record(storableText(60), storableText(replyLimits.blank))
    .refine((blanks) => Object.keys(blanks).length <= replyLimits.blanks),
  templateId: storableText(64),
  statusAfter: z.enum(statusesAfterReply),
  files: attached,
  /** The draft that it was written as, by its recipient, which is deleted. */
  draft: storableText(64).default(""),
});

export type NewMessage = Accepted<typeof newMessage>;

const newText = z.strictObject({
  key,
  to: recipient,
  text: typedText(maxTextLength),
  /** Whether the question about texts was read aloud, and the answer was yes. */
  agreed: z.boolean(),
});

export type NewText = Accepted<typeof newText>;

const newDraft = z.strictObject({
  /** What was typed of someone new; "" of others. */
  name: storableText(callLimits.name),
  phone: storableText(callLimits.phone),
  email: storableText(callLimits.email),
  subject: storableText(callLimits.subject),
  text: storableText(replyLimits.text),
  blanks: newMessage.shape.blanks,
  templateId: storableText(64),
  statusAfter: z.enum(statusesAfterReply),
});

export type NewDraft = Accepted<typeof newDraft>;

export const emptyNewDraft: NewDraft = {
  name: "",
  phone: "",
  email: "",
  subject: "",
  text: "",
  blanks: {},
  templateId: "",
  statusAfter: statusesAfterReply[0],
};

export interface StoredNewDraft extends NewDraft {
  readonly files: readonly ReplyFile[];
  /** ISO 8601. */
  readonly savedAt: string;
}

/** Begins the ids of drafts to someone whom we do not know. */
export const typedRecipient = "typed.";

/** A draft in the list of the user's own. */
export interface ListedNewDraft {
  readonly recipient: string;
  /** Of the recipient; "" if nothing was typed yet. */
  readonly name: string;
  readonly subject: string;
  /** ISO 8601. */
  readonly savedAt: string;
}

/**
 * The user's own drafts of emails that they begin. `id` is the recipient's, such as
 * "contact.K7MP4R2X", or begins with `typedRecipient`. Files are removed and read with `caseFileEndpoints`.
 */
export const newDraftEndpoints = {
  /** Newest first. */
  list: defineEndpoint("desk:inbox-work GET /api/desk/new-messages/drafts", {
    response: z.custom<{ readonly drafts: readonly ListedNewDraft[] }>(),
  }),
  read: defineEndpoint("desk:inbox-work GET /api/desk/new-messages/drafts/:id", {
    response: z.custom<{ readonly draft: StoredNewDraft | null }>(),
  }),
  /** An empty one without files is removed. */
  save: defineEndpoint("desk:inbox-work PUT /api/desk/new-messages/drafts/:id", {
    body: newDraft,
    response: z.custom<{ readonly savedAt: string | null }>(),
  }),
  remove: defineEndpoint("desk:inbox-work DELETE /api/desk/new-messages/drafts/:id"),
  addFile: defineEndpoint("desk:inbox-work POST /api/desk/new-messages/drafts/:id/files", newFile),
} as const;

interface Begun {
  /** Of the case. */
  readonly reference: string;
}

/** Contacts that staff begin, and how calls went. `id` is the case's reference. */
export const callEndpoints = {
  /** Rejected with "case-changed" if the version is not the newest. Undone like a change. */
  logCaseCall: defineEndpoint("desk:inbox-work POST /api/desk/inbox/cases/:id/calls", {
    body: caseCall,
    response: z.custom<ChangedCase>(),
  }),
  /** After the last try: emails the person that we tried, and closes the message once it is sent. */
  emailAfterTries: defineEndpoint("desk:inbox-work POST /api/desk/call-backs/:id/email", {
    body: z.strictObject({ version }),
    response: z.custom<CaseDetail>(),
  }),
  logCall: defineEndpoint("desk:inbox-work POST /api/desk/calls", {
    body: newCall,
    response: z.custom<Begun>(),
  }),
  /** Sends after `sendDelaySeconds`; until then the reply of the case can be undone. */
  writeMessage: defineEndpoint("desk:inbox-work POST /api/desk/new-messages", {
    body: newMessage,
    response: z.custom<Begun>(),
  }),
  /** The same for a text. */
  writeText: defineEndpoint("desk:inbox-work POST /api/desk/new-texts", {
    body: newText,
    response: z.custom<Begun>(),
  }),
  /** What somebody said about texts on the phone. */
  recordConsent: defineEndpoint("desk:inbox-work POST /api/desk/text-consents", {
    body: z.strictObject({ to: recipient, agreed: z.boolean() }),
  }),
  /** `id` is the kind and the id, such as "contact.K7MP4R2X". */
  readRecipient: defineEndpoint("desk:inbox-work GET /api/desk/recipients/:id", {
    response: z.custom<Recipient>(),
  }),
} as const;
