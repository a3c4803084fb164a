import { facts } from "./facts.ts";
import { sentFormMinutes } from "./form-engine/submission.ts";

/** Minutes of a day. Not `days`: pages that need that would load one more file. */
const day = 24 * 60;

/** What browsers keep for us: /your-privacy lists it, and nothing else may be set. */
export interface StoredItem {
  /** Why it is needed, as text. */
  readonly purpose: string;
  /** When it is set, as text. */
  readonly when: string;
  /** Null: until the tab is closed. */
  readonly lifetimeMinutes: number | null;
  readonly isForStaff?: true;
}

/** Cookies by name; with https, "__Host-" comes before most names. */
export const storedCookies = {
  session: {
    purpose: "Keeps you logged in.",
    when: "You log in",
    lifetimeMinutes: facts.keep.sessionDays * day,
  },
  "known-browser": {
    purpose:
      "Tells us that you logged in with this browser before, so that strangers who try your password cannot keep you out. It lets no one in.",
    when: "You log in",
    lifetimeMinutes: facts.keep.deviceCookieDays * day,
  },
  "login-code": {
    purpose: "Remembers that your password was right until you type the code.",
    when: "You log in with a code",
    lifetimeMinutes: 10,
  },
  passkey: {
    purpose: "Holds the random number that your passkey signs.",
    when: "You use a passkey",
    lifetimeMinutes: 5,
  },
  _interaction: {
    purpose: "Remembers the app that you are logging in to.",
    when: "You log in to one of our apps",
    lifetimeMinutes: 60,
  },
  _interaction_resume: {
    purpose: "Takes you back to the app once you are logged in.",
    when: "You log in to one of our apps",
    lifetimeMinutes: 60,
  },
  reading: {
    purpose: "Remembers text size, contrast and motion.",
    when: "You change the reading settings",
    lifetimeMinutes: 365 * day,
  },
  "no-sale": {
    purpose: "Remembers that we may not sell or share your data.",
    when: "You turn on the switch on this page",
    lifetimeMinutes: 365 * day,
  },
  apply: {
    purpose: "Keeps your answers together, and remembers the ad that brought you.",
    when: "You open our pages on applying for work",
    lifetimeMinutes: facts.application.attributionDays * day,
  },
  applied: {
    purpose: "Shows you the reference of your application.",
    when: "You send an application",
    lifetimeMinutes: facts.application.completionMinutes,
  },
  "sent-form": {
    purpose: "Lets you send the form once more without typing it again.",
    when: "You send the investor form with scripts off",
    lifetimeMinutes: sentFormMinutes,
  },
  "desk-session": {
    purpose: "Keeps a member of our staff logged in.",
    when: "Staff log in",
    lifetimeMinutes: 12 * 60,
    isForStaff: true,
  },
  "desk-known-browser": {
    purpose: "Tells us that a member of our staff logged in with this browser before.",
    when: "Staff log in",
    lifetimeMinutes: facts.keep.deviceCookieDays * day,
    isForStaff: true,
  },
  "desk-passkey": {
    purpose: "Holds the random number that a passkey signs.",
    when: "Staff use a passkey",
    lifetimeMinutes: 5,
    isForStaff: true,
  },
} as const satisfies Readonly<Record<string, StoredItem>>;

export type CookieName = keyof typeof storedCookies;
