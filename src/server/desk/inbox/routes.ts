import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { inboxEndpoints, inboxLimits } from "../../../contract/desk/inbox.ts";
import { isReference } from "../../../contract/forms/submission.ts";
import type { AppContext } from "../../context/app-context.ts";
import { ApiError } from "../../platform/api-error.ts";
import { minutes } from "../../platform/durations.ts";
import { type DeskRequest, registerDeskEndpoint } from "../access/desk-endpoint.ts";
import { actorOf } from "../access/staff-session.ts";
import { wasOpened, writeAudit } from "../audit/write-audit.ts";
import { addNote } from "./change/add-note.ts";
import { changeCase } from "./change/change-case.ts";
import { changeMany, undoMany } from "./change/change-many.ts";
import { InboxEvents } from "./events.ts";
import { readCaseFilter, toCaseQuery } from "./list/case-filter.ts";
import { readCaseCounts } from "./list/count-cases.ts";
import { type ExportFormat, exportCases, exportChosen } from "./list/export-cases.ts";
import { listCases } from "./list/list-cases.ts";
import { listViews, removeView, saveView } from "./list/saved-views.ts";
import { setPresence } from "./presence.ts";
import { readCase } from "./read-case.ts";

/** An open record reads itself again when somebody changes it; that is on record once, in milliseconds. */
const openedForMs = minutes(30);

/** The inbox: what people sent with the public forms, and what staff make of it. */
export function registerInbox(app: FastifyInstance, context: AppContext): void {
  const { database, now } = context;
  const { db, write } = database;
  registerReading(app, context);
  registerViews(app, context);

  registerDeskEndpoint(app, inboxEndpoints.change, context, async ({ request, session }) => {
    const { version, edit } = await readBody("change", request.body);
    const { id } = request.params;
    await write((trx) => changeCase(trx, id, version, edit, actorOf(session, request), now()));
    return readCase(db, id, session.staffId, now());
  });

  registerDeskEndpoint(app, inboxEndpoints.addNote, context, async ({ request, session }) => {
    const note = await readBody("note", request.body);
    const { id } = request.params;
    const actor = actorOf(session, request);
    await write((trx) => addNote(trx, id, note, actor, context.origin(), now()));
    return readCase(db, id, session.staffId, now());
  });

  registerDeskEndpoint(app, inboxEndpoints.changeMany, context, async ({ request, session }) => {
    const { cases, edit } = await readBody("changes", request.body);
    return write((trx) => changeMany(trx, cases, edit, actorOf(session, request), now()));
  });

  registerDeskEndpoint(app, inboxEndpoints.undo, context, async ({ request, session }) =>
    write((trx) => undoMany(trx, request.params.id, actorOf(session, request), now())),
  );
}

function registerReading(app: FastifyInstance, context: AppContext): void {
  const { database, now } = context;
  const { db, write } = database;

  registerDeskEndpoint(app, inboxEndpoints.list, context, async (call) => {
    const { after } = call.request.query as { readonly after?: unknown };
    const start = typeof after === "string" && after !== "" ? after : undefined;
    return listCases(database, queryOfList(call), start, now());
  });

  registerDeskEndpoint(
    app,
    inboxEndpoints.counts,
    context,
    ({ session }) => readCaseCounts(db, session.staffId, now()),
    { isPassive: true },
  );

  registerDeskEndpoint(app, inboxEndpoints.read, context, async ({ request, session }) => {
    const { id } = request.params;
    const found = await readCase(db, id, session.staffId, now());
    const actor = actorOf(session, request);
    if (!(await wasOpened(db, actor, id, now() - openedForMs))) {
      const act = { kind: "opened", what: "Opened a record", target: id } as const;
      await write((trx) => writeAudit(trx, actor, act, now()));
    }
    return found;
  });

  registerDeskEndpoint(
    app,
    inboxEndpoints.present,
    context,
    async ({ request, session }) => {
      const { reference } = await readBody("presence", request.body);
      await write((trx) => setPresence(trx, session.staffId, reference, now()));
      return {};
    },
    { isPassive: true },
  );

  const events = new InboxEvents(context, app.log);
  app.addHook("preClose", async () => events.close());
  registerDeskEndpoint(
    app,
    inboxEndpoints.events,
    context,
    ({ reply, session }) => events.open(reply, session),
    { isPassive: true },
  );

  registerDeskEndpoint(app, inboxEndpoints.export, context, async (call) => {
    const { request, reply, session } = call;
    const { format: asked, only } = request.query as Readonly<Record<string, unknown>>;
    const format: ExportFormat = asked === "ndjson" ? "ndjson" : "csv";
    const rows =
      typeof only === "string"
        ? exportChosen(database, readReferences(only), format, now())
        : exportCases(database, queryOfList(call), format, now());
    const act = { kind: "export", what: `Exported cases as ${format.toUpperCase()}` } as const;
    await write((trx) => writeAudit(trx, actorOf(session, request), act, now()));
    return reply
      .type(format === "csv" ? "text/csv; charset=utf-8" : "application/x-ndjson; charset=utf-8")
      .header("content-disposition", `attachment; filename="cases.${format}"`)
      .send(Readable.from(rows));
  });
}

function registerViews(app: FastifyInstance, context: AppContext): void {
  const { database, now } = context;

  registerDeskEndpoint(app, inboxEndpoints.views, context, async ({ session }) => ({
    views: await listViews(database, session.staffId, now()),
  }));

  registerDeskEndpoint(app, inboxEndpoints.saveView, context, async ({ request, session }) => {
    const view = await readBody("view", request.body);
    return database.write((trx) => saveView(trx, session.staffId, view, now()));
  });

  registerDeskEndpoint(app, inboxEndpoints.removeView, context, async ({ request, session }) => {
    await database.write((trx) => removeView(trx, session.staffId, request.params.id));
    return {};
  });
}

function queryOfList({ request, session }: DeskRequest) {
  const filter = readCaseFilter(request.query as Readonly<Record<string, unknown>>);
  return toCaseQuery(filter, session.staffId);
}

/** Reads the `only` of an export. @throws ApiError "malformed" */
function readReferences(text: string): readonly string[] {
  const references = text.split(",");
  const fits = references.length <= inboxLimits.changedTogether && references.every(isReference);
  if (!fits) throw new ApiError("malformed");
  return references;
}

/** Loaded on first use: the schema library takes a third of the server's start time. */
async function readBody<Name extends import("./bodies.ts").InboxBody>(name: Name, body: unknown) {
  const { parseInboxBody } = await import("./bodies.ts");
  return parseInboxBody(name, body);
}
