import type { Colleague } from "../../../../platform/contract/desk/staff.ts";
import { inboxLimits } from "../../contract/inbox.ts";
import { findMentions } from "./mentions.ts";

/** Whom a note names, and what of it does not work. */
interface Named {
  readonly people: readonly Colleague[];
  /** Sentences about mentions that reach no one. */
  readonly doubts: readonly string[];
}

/**
 * Reads whom a note names.
 * @param colleagues all staff
 * @param ownId the author's, who gets no email
 * @param mayRead whether a coworker may read the record
 */
export function readNamed(
  text: string,
  colleagues: readonly Colleague[],
  ownId: string,
  mayRead: (colleague: Colleague) => boolean,
): Named {
  const people = new Set<Colleague>();
  const doubts = new Set<string>();
  for (const { typed, ids } of findMentions(text.normalize("NFC"), colleagues)) {
    const named = colleagues.filter(({ id }) => ids.includes(id));
    const [only] = named;
    if (!only) doubts.add(`“${typed}” is not a coworker’s name.`);
    else if (named.length > 1) {
      const names = named.map(({ name }) => name).join(" or ");
      doubts.add(`“${typed}” may be ${names}: write first and last name.`);
    } else if (only.id !== ownId) {
      if (mayRead(only)) people.add(only);
      else doubts.add(`${only.name} has no role that can read this.`);
    }
  }
  return { people: [...people], doubts: [...doubts] };
}

/** Why a note cannot name so many; undefined if it can. */
export function tooManyNamed({ people }: Named): string | undefined {
  return people.length > inboxLimits.mentions
    ? `A note can name at most ${inboxLimits.mentions} coworkers.`
    : undefined;
}
