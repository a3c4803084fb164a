import type { FastifyInstance } from "fastify";
import { brand } from "../../../../brand.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { profileEndpoints, timeZoneQuery } from "../../contract/profile.ts";
import { registerOwnEndpoint } from "../auth/own-endpoint.ts";
import { findRequest, listRequests } from "./queries.ts";
import { toCsv } from "./table.ts";

/** A person's own completed requests: all, one, and as CSV. */
export function registerRequests(app: FastifyInstance, context: AppContext): void {
  const { db } = context.database;

  registerOwnEndpoint(app, profileEndpoints.requests, context, ({ session }) =>
    listRequests(db, session.uid),
  );

  registerOwnEndpoint(app, profileEndpoints.request, context, async ({ request, session }) => {
    const found = await findRequest(db, session.uid, request.params.id);
    if (!found) throw new ApiError("not-found");
    return found;
  });

  registerOwnEndpoint(app, profileEndpoints.requestsCsv, context, async (call) => {
    const { reply, session, query } = call;
    const zone = readTimeZone(query[timeZoneQuery]);
    const table = toCsv(await listRequests(db, session.uid), zone);
    return reply
      .type("text/csv; charset=utf-8")
      .header("content-disposition", `attachment; filename="${brand.slug}-requests.csv"`)
      .send(table);
  });
}

/** The reader's time zone; UTC if missing or unknown. */
function readTimeZone(zone: string): string {
  try {
    const { timeZone } = new Intl.DateTimeFormat("en-US", { timeZone: zone }).resolvedOptions();
    return timeZone;
  } catch {
    return "UTC";
  }
}
