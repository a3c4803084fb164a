import { z } from "zod";
import { minutes } from "../../../../platform/contract/durations.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/context/app-context.ts";
import { queryOf } from "../../../../platform/server/http/read-query.ts";
import { findElsewhere } from "../../../messages/server/inbox/find-elsewhere.ts";
import type { DeskHandlers, DeskRequest } from "../../../staff/server/access/desk-endpoint.ts";
import { readExportFormat, sendExport } from "../../../staff/server/access/send-export.ts";
import { actorOf } from "../../../staff/server/access/staff-session.ts";
import { wasOpened, writeAudit } from "../../../staff/server/audit/write-audit.ts";
import {
  exportEveryone,
  type newsletterEndpoints,
  type SubscriberDetail,
} from "../../contract/newsletter-desk.ts";
import type { SubscriberState } from "../../contract/subscriber-states.ts";
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
import { growthCsv, readGrowth, readGrowthRange } from "./read-growth.ts";
import { readSubscriber } from "./read-subscriber.ts";
import { readSubscriberFilter } from "./subscriber-filter.ts";

/** Opening an address is audited once per this interval, in milliseconds. */
const openedForMs = minutes(30);
const target = "Newsletter";

/** Maximum length of a text in a body; the functions called check the details. */
const text = z.string().max(2000);
const addBody = z.strictObject({ email: text, note: text });
const suppressBody = z.strictObject({ reason: text });

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
    list: async ({ request, session }) => {
      const after = queryOf(request).get("after") ?? undefined;
      const filter = readSubscriberFilter(queryOf(request));
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
    growth: async ({ request }) =>
      readGrowth(db, readGrowthRange(queryOf(request).get("days")), now()),
    growthExport: async (call) => {
      const range = readGrowthRange(queryOf(call.request).get("days"));
      return sendExport(call, context, {
        format: "csv",
        fileName: "newsletter-growth",
        what: "Exported the number of subscribers as CSV",
        target,
        rows: growthCsv(await readGrowth(db, range, now())),
      });
    },
    read: (call) => openSubscriber(call, context),
    add: async ({ request, session }) => {
      const given = parse(addBody, request.body);
      const actor = actorOf(session, request);
      const email = await write((trx) => addSubscriber(trx, actor, given, now()));
      const row = await db
        .selectFrom("newsletter_addresses")
        .select("id")
        .where("email", "=", email)
        .executeTakeFirst();
      return readSubscriber(db, row?.id ?? "");
    },
    remove: (call) =>
      change(call, (trx, email, actor) => removeSubscriber(trx, actor, email, now())),
    suppress: (call) => {
      const { reason } = parse(suppressBody, call.request.body);
      return change(call, (trx, email, actor) =>
        suppressSubscriber(trx, actor, email, reason, now()),
      );
    },
    clearSpam: (call) =>
      change(call, (trx, email, actor) => clearSubscriberSpam(trx, actor, email, now())),
    preview: async ({ request }) =>
      previewImport(database, await receiveAddresses(request.body, columnOf(request))),
    import: async ({ request, session }) => {
      const note = checkNote(queryOf(request).get("note") ?? "");
      const file = await receiveAddresses(request.body, columnOf(request));
      requireColumn(file);
      return importSubscribers(database, file, { note, actor: actorOf(session, request) }, now());
    },
    export: async (call) => {
      const query = queryOf(call.request);
      const filter = readSubscriberFilter(query);
      const format = readExportFormat(query.get("format"));
      return sendExport(call, context, {
        format,
        fileName: "newsletter",
        what: `Exported addresses of the newsletter as ${format.toUpperCase()}`,
        target,
        rows: exportSubscribers(db, { ...filter, state: stateOf(query) }, format),
      });
    },
  };
}

/**
 * The state to export: those who get the newsletter, unless the filter asks for a state, or the query
 * for everyone.
 */
function stateOf(query: URLSearchParams): SubscriberState | undefined {
  if (query.get(exportEveryone) === "1") return undefined;
  return readSubscriberFilter(query).state ?? "reader";
}

function columnOf(request: DeskRequest["request"]): string | undefined {
  return queryOf(request).get("column") ?? undefined;
}

function parse<Body>(schema: z.ZodType<Body>, body: unknown): Body {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new ApiError("malformed");
  return parsed.data;
}

async function openSubscriber(
  { request, session }: DeskRequest,
  { database, now }: AppContext,
): Promise<SubscriberDetail> {
  const { db, write } = database;
  const { id } = request.params;
  const found = await readSubscriber(db, id);
  const actor = actorOf(session, request);
  if (!(await wasOpened(db, actor, id, now() - openedForMs))) {
    const act = { kind: "opened", what: "Opened a newsletter subscriber", target: id } as const;
    await write((trx) => writeAudit(trx, actor, act, now()));
  }
  return found;
}
