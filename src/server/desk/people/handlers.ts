import type { peopleEndpoints } from "../../../contract/desk/people.ts";
import { hasPermission } from "../../../contract/desk/roles.ts";
import type { AppContext } from "../../context/app-context.ts";
import type { DeskHandlers } from "../access/desk-endpoint.ts";
import { actorOf } from "../access/staff-session.ts";
import { writeAudit } from "../audit/write-audit.ts";
import { readPerson } from "./read-person.ts";

/** Handlers of the page of one person. */
export function peopleHandlers({
  database,
  now,
}: AppContext): DeskHandlers<typeof peopleEndpoints> {
  return {
    read: async ({ request, session }) => {
      const { id } = request.params;
      const seesApplications = hasPermission(session.roles, "applications");
      const person = await readPerson(database, id, seesApplications, now());
      const act = { kind: "opened", what: "Opened a person", target: id } as const;
      await database.write((trx) => writeAudit(trx, actorOf(session, request), act, now()));
      return person;
    },
  };
}
