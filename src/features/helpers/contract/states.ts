import type { RequestResponse } from "../../customers/contract/profile.ts";
import type { ConversationState } from "../../messages/contract/conversations.ts";
import type { AskedRequest } from "../../requests/contract/ask.ts";
import type { Helped, HelpRejection, Parts } from "./helpers.ts";

/** Something that a helper did: "November 16, 8:02 am", "Opened your receipt". */
export interface ShownAct {
  readonly id: string;
  readonly when: string;
  readonly what: string;
}

/** A helper on the page of the person. Dates are days in words. */
export interface ShownHelper {
  readonly id: string;
  readonly name: string;
  /** "daughter"; "" if not told. */
  readonly relation: string;
  readonly parts: Parts;
  readonly since: string;
  readonly until: string;
  readonly mayRenew: boolean;
  /** The login email of their account, masked. */
  readonly account: string;
  readonly acts: readonly ShownAct[];
  readonly actCount: number;
}

export interface ShownInvitation {
  readonly id: string;
  readonly name: string;
  readonly relation: string;
  /** "" for one with a code. */
  readonly email: string;
  readonly invited: string;
  readonly until: string;
  readonly isOver: boolean;
}

/** What a person's page about their helpers shows. */
export interface HelpersState {
  readonly helpers: readonly ShownHelper[];
  readonly invitations: readonly ShownInvitation[];
  /** Sentences about help that ended lately. */
  readonly ended: readonly { readonly id: string; readonly text: string }[];
  /** The helper all of whose acts are listed. */
  readonly did: string;
  readonly isFull: boolean;
  /** What was done: announced at the top. */
  readonly said?: string;
  /** What was posted, which the page posts again with the password. */
  readonly confirm?: Readonly<Record<string, string>>;
  /** To read out; shown once. */
  readonly code?: { readonly code: string; readonly name: string; readonly until: string };
}

export interface ShownMessage {
  readonly reference: string;
  readonly title: string;
  readonly status: string;
  readonly when: string;
  readonly words: string;
}

/** What a helper's page shows. */
export interface HelpingState {
  readonly isSignedIn: boolean;
  readonly people: readonly Helped[];
  /** The person whom this page is for. */
  readonly of?: Helped & { readonly parts: Parts; readonly until: string };
  readonly refused?: HelpRejection;
  readonly invitation?: ShownInvited;
  readonly requests?: readonly RequestResponse[];
  readonly asked?: readonly AskedRequest[];
  /** Null if there is none. */
  readonly request?: RequestResponse | null;
  readonly timeZone?: string;
  readonly messages?: readonly ShownMessage[];
  readonly conversation?: ConversationState | null;
  /** Idempotency key of the form that writes. */
  readonly key?: string;
  readonly said?: string;
}

/** An invitation as the helper reads it before the answer. */
export interface ShownInvited {
  readonly firstName: string;
  readonly parts: Parts;
  readonly until: string;
  /** Why it cannot be accepted by this account. */
  readonly obstacle: string;
  /** What the answer posts: the token of a link, or a code. */
  readonly secret: string;
  /** Where to come back to after the login. */
  readonly path: string;
}

declare module "../../../platform/contract/form-engine/submission.ts" {
  interface FormState {
    readonly helpers?: HelpersState;
    readonly helping?: HelpingState;
  }
}
