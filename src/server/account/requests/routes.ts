import type { FastifyInstance } from "fastify";
import { brand } from "../../../brand.ts";
import {
  endpoints,
  type RequestResponse,
  timeZoneQuery,
} from "../../../contract/endpoints/endpoints.ts";
import { requireSession } from "../../auth/accounts/sessions.ts";
import type { AppContext } from "../../context/app-context.ts";
import { ApiError } from "../../platform/api-error.ts";
import { findRequest, listRequests } from "./queries.ts";
import { writeTable } from "./table.ts";

/** A person's own completed requests (SPEC 6): all, one, and as a table for spreadsheets. */
export function registerRequests(app: FastifyInstance, context: AppContext): void {
  const { db } = context.database;

  app.get(endpoints.requests, async (request, reply): Promise<RequestResponse[]> => {
    const { uid } = await requireSession(request, reply, context);
    return listRequests(db, uid);
  });

  app.get<{ Params: { id: string } }>(
    `${endpoints.requests}/:id`,
    async (request, reply): Promise<RequestResponse> => {
      const { uid } = await requireSession(request, reply, context);
      const found = await findRequest(db, uid, request.params.id);
      if (!found) throw new ApiError("not-found");
      return found;
    },
  );

  app.get<{ Querystring: Record<string, unknown> }>(
    endpoints.requestsCsv,
    async (request, reply) => {
      const { uid } = await requireSession(request, reply, context);
      const table = writeTable(await listRequests(db, uid), readTimeZone(request.query));
      return reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", `attachment; filename="${brand.slug}-requests.csv"`)
        .send(table);
    },
  );
}

/** The reader's time zone; a missing or unknown one is UTC. */
function readTimeZone(query: Readonly<Record<string, unknown>>): string {
  try {
    const { timeZone } = new Intl.DateTimeFormat("en-US", {
      timeZone: String(query[timeZoneQuery] ?? "UTC"),
    }).resolvedOptions();
    return timeZone;
  } catch {
    return "UTC";
  }
}
