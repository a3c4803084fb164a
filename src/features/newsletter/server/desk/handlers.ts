import type { AppContext } from "../../../../platform/server/app-context.ts";
import { findElsewhere } from "../../../messages/server/inbox/find-elsewhere.ts";
import type { DeskHandlers, DeskRequest } from "../../../staff/server/access/desk-endpoint.ts";
import { recordOpening } from "../../../staff/server/access/record-opening.ts";
import { sendExport } from "../../../staff/server/access/send-export.ts";
import { actorOf } from "../../../staff/server/access/staff-session.ts";
import {
  exportEveryone,
  type newsletterEndpoints,
  type SubscriberDetail,
} from "../../contract/newsletter-desk.ts";
import { exportSubscribers } from "./export-subscribers.ts";
import { receiveAddresses, requireColumn } from "./import-file.ts";
import { importSubscribers, previewImport } from "./import-subscribers.ts";
import { listSubscribers } from "./list-subscribers.ts";
import {
  addSubscriber,
  checkNote,
  clearSubscriberSpam,
  removeSubscriber,
  suppressSubscriber,
} from "./manage-subscribers.ts";
import { readSubscriberCounts } from "./read-counts.ts";
import { growthCsv, readGrowth } from "./read-growth.ts";
import { readSubscriber } from "./read-subscriber.ts";

const target = "Newsletter";

/** Handlers of the newsletter: who subscribes, since when and why. */
export function newsletterHandlers(context: AppContext): DeskHandlers<typeof newsletterEndpoints> {
  const { config, database, now } = context;
  const { db, write } = database;

  /** Changes the address in the path, and reads it again. */
  async function change(
    { request, session }: DeskRequest,
    work: (
      trx: Parameters<Parameters<typeof write>[0]>[0],
      email: string,
      actor: ReturnType<typeof actorOf>,
    ) => Promise<unknown>,
  ): Promise<SubscriberDetail> {
    const { id } = request.params;
    const { email } = await readSubscriber(db, id);
    await write((trx) => work(trx, email, actorOf(session, request)));
    return readSubscriber(db, id);
  }

  return {
    list: async ({ session, query: { after, ...filter } }) => {
      const page = await listSubscribers(db, filter, after);
      const isEmpty = page.subscribers.length === 0 && page.next === null;
      if (!filter.q || !isEmpty || after !== undefined) return page;
      const { q } = filter;
      const all =
        filter.state || filter.source || filter.page
          ? await listSubscribers(db, { q }, undefined)
          : undefined;
      const empty = { place: "newsletter", text: q, session, now: now() } as const;
      return {
        ...page,
        withoutFilters: all ? { count: all.count, isExact: all.isCountExact } : null,
        elsewhere: await findElsewhere(database, empty),
      };
    },
    counts: () => readSubscriberCounts(db, config.newsletterDoubleOptIn),
    growth: ({ query: { days } }) => readGrowth(db, days, now()),
    growthExport: async (call) =>
      sendExport(call, context, {
        format: "csv",
        fileName: "newsletter-growth",
        what: "Exported the number of subscribers as CSV",
        target,
        rows: growthCsv(await readGrowth(db, call.query.days, now())),
      }),
    read: (call) => openSubscriber(call, context),
    add: async ({ request, session, body }) => {
      const actor = actorOf(session, request);
      const email = await write((trx) => addSubscriber(trx, actor, body, now()));
      const row = await db
        .selectFrom("newsletter_addresses")
        .select("id")
        .where("email", "=", email)
        .executeTakeFirst();
      return readSubscriber(db, row?.id ?? "");
    },
    remove: (call) =>
      change(call, (trx, email, actor) => removeSubscriber(trx, actor, email, now())),
    suppress: (call) =>
      change(call, (trx, email, actor) =>
        suppressSubscriber(trx, actor, { email, reason: call.body.reason }, now()),
      ),
    clearSpam: (call) =>
      change(call, (trx, email, actor) => clearSubscriberSpam(trx, actor, email, now())),
    preview: async ({ body, query: { column } }) =>
      previewImport(database, await receiveAddresses(body, column)),
    import: async ({ request, session, body, query: { column, ...query } }) => {
      const note = checkNote(query.note);
      const file = await receiveAddresses(body, column);
      requireColumn(file);
      return importSubscribers(database, file, { note, actor: actorOf(session, request) }, now());
    },
    export: async (call) => {
      const { format, [exportEveryone]: everyone, ...filter } = call.query;
      const state = everyone === "1" ? undefined : (filter.state ?? "reader");
      return sendExport(call, context, {
        format,
        fileName: "newsletter",
        what: `Exported addresses of the newsletter as ${format.toUpperCase()}`,
        target,
        rows: exportSubscribers(db, { ...filter, state }, format),
      });
    },
  };
}

/** Reads an address and audits the opening. */
async function openSubscriber(call: DeskRequest, context: AppContext): Promise<SubscriberDetail> {
  const { id } = call.request.params;
  const found = await readSubscriber(context.database.db, id);
  await recordOpening(call, { record: "subscriber", target: id }, context);
  return found;
}
