import type { Transaction } from "kysely";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type { Happening } from "../../../staff/server/event-words.ts";
import { describeConflict } from "../../../staff/server/read-history.ts";
import { recordEvent } from "../../../staff/server/record-event.ts";
import { inboxLimits } from "../../contract/inbox.ts";
import { type Case, lockCase } from "./lock-case.ts";
import { findObstacle, type LinkChange, merge, type Pair, separate, touch } from "./merge-cases.ts";
import { readBefore, readLinks, type UndoStep } from "./undo-step.ts";

/**
 * Merges a case into another one of the same person, or separates it again. The kept case owes what
 * the merged one owed.
 * @param into reference of the kept one; null separates them
 * @returns what an undo needs, for each of the two
 * @throws ApiError "not-found", "case-changed", "invalid" with the reason
 */
export async function mergeCase(
  trx: Transaction<Database>,
  into: string | null,
  change: LinkChange,
): Promise<UndoStep[]> {
  const other = into ?? (await findKeptReference(trx, change.reference));
  const pair = await lockBoth(trx, other, change);
  const [merged, kept] = pair;
  if (into === null) {
    const event = (one: Case) =>
      ({ kind: "case.unmerged", data: { from: one.reference } }) as const;
    return record(trx, pair, [event(kept), event(merged)], change, () =>
      separate(trx, pair, change.now),
    );
  }
  const message = await findObstacle(trx, merged, kept);
  if (message !== undefined) throw new ApiError("invalid", { message });
  const happened = [
    { kind: "case.merged", data: { into: kept.reference } },
    { kind: "case.took-over", data: { from: merged.reference } },
  ] as const;
  return record(trx, pair, happened, change, () => merge(trx, pair, change));
}

/**
 * Relates two cases to each other, or ends that.
 * @returns what an undo needs, for each of the two; nothing if that is so already
 * @throws ApiError "not-found", "case-changed", "invalid" for an other one that does not exist
 */
export async function relateCase(
  trx: Transaction<Database>,
  { other, isRelated }: { readonly other: string; readonly isRelated: boolean },
  change: LinkChange,
): Promise<UndoStep[]> {
  const pair = await lockBoth(trx, other, change);
  const related = await trx
    .selectFrom("case_relations")
    .select("other_id")
    .where("case_id", "=", pair[0].id)
    .execute();
  if (related.some((row) => row.other_id === pair[1].id) === isRelated) return [];
  if (isRelated && related.length >= inboxLimits.related) {
    throw invalid(`A message has at most ${inboxLimits.related} related ones.`);
  }
  const happened = pair.map(({ reference }) => {
    return { kind: "case.related", data: { other: reference, to: isRelated } } as const;
  });
  return record(trx, pair, happened.toReversed(), change, async () => {
    await (isRelated ? relate : unrelate)(trx, pair, change);
    for (const { id } of pair) await touch(trx, id, change.now);
  });
}

async function findKeptReference(trx: Transaction<Database>, reference: string): Promise<string> {
  const row = await trx
    .selectFrom("case_merges")
    .innerJoin("cases", "cases.id", "case_merges.case_id")
    .innerJoin("cases as kept", "kept.id", "case_merges.kept_id")
    .select("kept.reference")
    .where("cases.reference", "=", reference)
    .executeTakeFirst();
  if (!row) throw invalid("This message is not merged into another one.");
  return row.reference;
}

/** Locks both in a fixed order, so that two such changes cannot deadlock. */
async function lockBoth(
  trx: Transaction<Database>,
  other: string,
  { reference, version }: LinkChange,
): Promise<Pair> {
  const locked = new Map<string, Case | undefined>();
  for (const one of [reference, other].sort()) locked.set(one, await lockCase(trx, one));
  const [found, second] = [locked.get(reference), locked.get(other)];
  if (!found) throw new ApiError("not-found");
  if (found.version !== version) throw await describeConflict(trx, { kind: "case", id: found.id });
  if (!second) throw invalid("There is no message with this reference.");
  if (found.id === second.id) throw invalid("Choose another message than this one.");
  return [found, second];
}

function invalid(message: string): ApiError {
  return new ApiError("invalid", { message });
}

async function relate(
  trx: Transaction<Database>,
  [one, other]: Pair,
  { actor, now }: LinkChange,
): Promise<void> {
  const by = { staff_id: actor.staffId ?? "", at: now };
  await trx
    .insertInto("case_relations")
    .values([
      { case_id: one.id, other_id: other.id, ...by },
      { case_id: other.id, other_id: one.id, ...by },
    ])
    .execute();
}

async function unrelate(trx: Transaction<Database>, pair: Pair): Promise<void> {
  const ids = pair.map(({ id }) => id);
  await trx
    .deleteFrom("case_relations")
    .where("case_id", "in", ids)
    .where("other_id", "in", ids)
    .execute();
}

/** Does it, with an event in the history of each. @returns what an undo needs */
async function record(
  trx: Transaction<Database>,
  pair: Pair,
  happened: readonly Happening[],
  { actor, now }: LinkChange,
  act: () => Promise<void>,
): Promise<UndoStep[]> {
  const steps: Omit<UndoStep, "events">[] = [];
  for (const one of pair) {
    const { reference, version } = one;
    const links = await readLinks(trx, one.id);
    steps.push({ reference, version, ...(await readBefore(trx, one)), links, at: now });
  }
  await act();
  return Promise.all(
    steps.map(async (step, index) => {
      const [one, event] = [pair[index], happened[index]];
      if (!one || !event) throw new Error("Each case has an event.");
      const subject = { kind: "case", id: one.id, reference: one.reference } as const;
      const id = await recordEvent(trx, { ...event, actor, subject, audit: "change" }, now);
      return { ...step, events: [id] };
    }),
  );
}
