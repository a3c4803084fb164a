import type { Kysely } from "kysely";
import type { DeskPermission } from "../contract/desk/roles.ts";
import type { Database } from "./db/schema.ts";

/** Changes of a topic that one poll reads; more than anybody can follow. */
export const maxLiveChanges = 200;

/** Records that pages of the desk keep up to date without asking for them. */
export interface LiveTopic {
  /** Permission to read the records. */
  readonly permission: DeskPermission;
  /**
   * Finds records that are new or changed, the newest `maxLiveChanges`. Read every second while a
   * page is open, so it needs an index.
   * @param since milliseconds since 1970
   */
  readonly findChanged: (
    db: Kysely<Database>,
    since: number,
  ) => Promise<readonly { readonly reference: string; readonly version: number }[]>;
}
