import type { ConversationKind } from "../../contract/replies.ts";

/** The owner of a conversation: a case or an application. */
export interface Owner {
  readonly kind: ConversationKind;
  readonly id: string;
  /** References of the cases that are merged into it, by id, if their entries are read too. */
  readonly merged?: ReadonlyMap<string, string>;
}

/** The ids of all records whose entries a conversation shows. */
export function idsOf({ id, merged }: Owner): readonly string[] {
  return merged ? [id, ...merged.keys()] : [id];
}

/** Column of a conversation's tables that names its owner, by kind. */
export const ownerColumns = {
  case: "case_id",
  application: "application_id",
} as const satisfies Readonly<Record<ConversationKind, string>>;

export function ownerValues({ kind, id }: Owner) {
  return {
    case_id: kind === "case" ? id : null,
    application_id: kind === "application" ? id : null,
  };
}

/** The owner of a stored row. @throws Error without one, which the tables do not allow */
export function ownerOf(row: {
  readonly case_id: string | null;
  readonly application_id: string | null;
}): Owner {
  if (row.case_id !== null) return { kind: "case", id: row.case_id };
  if (row.application_id !== null) return { kind: "application", id: row.application_id };
  throw new Error("The entry has neither a case nor an application.");
}
