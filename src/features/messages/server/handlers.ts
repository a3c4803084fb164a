import { hasPermission } from "../../../platform/contract/desk/roles.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import type { DeskHandlers, DeskRequest } from "../../staff/server/access/desk-endpoint.ts";
import { actorOf } from "../../staff/server/access/staff-session.ts";
import { recordEvent } from "../../staff/server/record-event.ts";
import type { ContactResponse, contactEndpoints } from "../contract/contacts.ts";
import { addContactNote } from "./contact-notes.ts";
import { separateCase } from "./inbox/separate-case.ts";
import { readContact } from "./read-contact.ts";

export function contactHandlers({
  database,
  now,
  origin,
}: AppContext): DeskHandlers<typeof contactEndpoints> {
  function read({ request, session }: DeskRequest): Promise<ContactResponse> {
    const seesApplications = hasPermission(session.roles, "applications");
    return readContact(database, request.params.id, seesApplications, now());
  }

  return {
    read: async (call) => {
      const { request, session } = call;
      const person = await read(call);
      const event = { kind: "opened", data: { record: "contact" }, audit: "opened" } as const;
      const by = { actor: actorOf(session, request), target: request.params.id };
      await database.write((trx) => recordEvent(trx, { ...event, ...by }, now()));
      return person;
    },
    addNote: async (call) => {
      const { request, session, body: note } = call;
      const actor = actorOf(session, request);
      await database.write((trx) =>
        addContactNote(trx, request.params.id, note, actor, origin(), now()),
      );
      return read(call);
    },
    separate: async ({ request, session, body: { isSeparate } }) => {
      const actor = actorOf(session, request);
      await database.write((trx) => separateCase(trx, request.params.id, isSeparate, actor, now()));
      return {};
    },
  };
}
