import { ApiError } from "../../../platform/server/api-error.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import type { recordsApiEndpoints } from "../contract/records-api.ts";
import type { ApiHandlers } from "./api/api-endpoint.ts";
import { listDeletions, listSubscribers, readDeletion, readSubscriber } from "./list-people.ts";
import { listApplications, listMessages, readApplication, readMessage } from "./list-records.ts";

export function recordsHandlers({
  database: { db },
}: AppContext): ApiHandlers<typeof recordsApiEndpoints> {
  return {
    messages: ({ query }) => listMessages(db, query),
    message: ({ request }) => required(readMessage(db, request.params.id)),
    applications: ({ query }) => listApplications(db, query),
    application: ({ request }) => required(readApplication(db, request.params.id)),
    subscribers: ({ query }) => listSubscribers(db, query),
    subscriber: ({ request }) => required(readSubscriber(db, request.params.id)),
    deletions: ({ query }) => listDeletions(db, query),
    deletion: ({ request }) => required(readDeletion(db, request.params.id)),
  };
}

/** @throws ApiError "not-found" */
async function required<Found>(reading: Promise<Found | undefined>): Promise<Found> {
  const found = await reading;
  if (found === undefined) throw new ApiError("not-found");
  return found;
}
