import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { storeNote } from "../../../messages/server/contact-notes.ts";
import {
  listViews,
  removeView,
  saveView,
  type ViewedList,
} from "../../../messages/server/inbox/list/saved-views.ts";
import type { DeskHandlers, DeskRequest } from "../../../staff/server/access/desk-endpoint.ts";
import { withHeader } from "../../../staff/server/access/export-line.ts";
import { recordOpening } from "../../../staff/server/access/record-opening.ts";
import { sendExport } from "../../../staff/server/access/send-export.ts";
import { actorOf } from "../../../staff/server/access/staff-session.ts";
import {
  type CustomerDetail,
  type CustomerFilter,
  type customerEndpoints,
  customerFilter,
} from "../../contract/customers.ts";
import { exportColumns, exportCustomers, exportTimes } from "./export-customers.ts";
import { countCustomers, listCustomers, readCustomerCounts } from "./list-customers.ts";
import { findCustomer, readCustomer } from "./read-customer.ts";

const target = "Customers";

/** The views of the list of customers. */
const customerViews: ViewedList<CustomerFilter> = {
  name: "customers",
  target,
  filter: customerFilter,
  async count(client, filter) {
    if (filter.q !== undefined) return listCustomers(client, filter);
    const { count, isExact } = await countCustomers(client.db, filter);
    return { count, isCountExact: isExact };
  },
};

/** Handlers of the customers: find one, and everything about one. */
export function customerHandlers(context: AppContext): DeskHandlers<typeof customerEndpoints> {
  const { database, now, origin } = context;
  const { db, write } = database;

  function read({ request, session }: DeskRequest): Promise<CustomerDetail> {
    return readCustomer(context, request.params.id, session);
  }

  return {
    list: ({ query: { after, ...filter } }) => listCustomers(database, filter, after),
    counts: () => readCustomerCounts(db),
    export: async (call) => {
      const { format, ...filter } = call.query;
      const pageOf = (id: string) => `${origin()}${deskPaths.customers}/${id}`;
      const lines = exportCustomers(database, filter, format, pageOf);
      return sendExport(call, context, {
        format,
        fileName: "customers",
        what: `Exported customers as ${format.toUpperCase()}`,
        target,
        rows: withHeader(exportColumns, format, lines, exportTimes),
      });
    },
    views: async ({ session }) => ({
      views: await listViews(database, customerViews, session.staffId, now()),
    }),
    saveView: ({ session, body: view }) =>
      write((trx) => saveView(trx, customerViews, session.staffId, view, now())),
    removeView: async ({ request, session }) => {
      const actor = actorOf(session, request);
      await write((trx) =>
        removeView(trx, customerViews, session, request.params.id, actor, now()),
      );
      return {};
    },
    read: async (call) => {
      const customer = await read(call);
      await recordOpening(call, { record: "customer", target: customer.supportId }, context);
      return customer;
    },
    addNote: async (call) => {
      const { id } = call.request.params;
      const { email, support_id: reference } = await findCustomer(db, id);
      const url = `${origin()}${deskPaths.customers}/${id}`;
      const noted = { email, kind: "customer", reference, url };
      await write((trx) =>
        storeNote(trx, noted, call.body, actorOf(call.session, call.request), now()),
      );
      return read(call);
    },
  };
}
