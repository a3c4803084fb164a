import type { InputOf } from "../../../platform/contract/define-endpoint.ts";
import { ApiError } from "../../../platform/server/api-error.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import type { EndpointRequest } from "../../../platform/server/http/register-endpoint.ts";
import type { recordsApiEndpoints } from "../contract/records-api.ts";
import { listDeletions, listSubscribers, readDeletion, readSubscriber } from "./list-people.ts";
import { listApplications, listMessages, readApplication, readMessage } from "./list-records.ts";

type Endpoints = typeof recordsApiEndpoints;

/** Handlers by endpoint. The token has already been checked. */
type RecordsHandlers = {
  readonly [Name in keyof Endpoints]: (
    call: EndpointRequest & InputOf<Endpoints[Name]>,
  ) => Promise<Endpoints[Name]["returns"]>;
};

export function recordsHandlers({ database: { db } }: AppContext): RecordsHandlers {
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
