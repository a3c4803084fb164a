import type { FastifyRequest } from "fastify";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/context/app-context.ts";
import { queryOf } from "../../../../platform/server/http/read-query.ts";
import type { recordsApiEndpoints } from "../../contract/records-api.ts";
import { listDeletions, listSubscribers, readDeletion, readSubscriber } from "./list-people.ts";
import { listApplications, listMessages, readApplication, readMessage } from "./list-records.ts";

type Endpoints = typeof recordsApiEndpoints;

/** Handlers by endpoint. The token has already been checked. */
type RecordsHandlers = {
  readonly [Name in keyof Endpoints]: (
    request: FastifyRequest<{ Params: Readonly<Record<"id" | "*", string>> }>,
  ) => Promise<Endpoints[Name]["returns"]>;
};

export function recordsHandlers({ database: { db } }: AppContext): RecordsHandlers {
  return {
    messages: (request) => listMessages(db, queryOf(request)),
    message: ({ params }) => required(readMessage(db, params.id)),
    applications: (request) => listApplications(db, queryOf(request)),
    application: ({ params }) => required(readApplication(db, params.id)),
    subscribers: (request) => listSubscribers(db, queryOf(request)),
    subscriber: ({ params }) => required(readSubscriber(db, params.id)),
    deletions: (request) => listDeletions(db, queryOf(request)),
    deletion: ({ params }) => required(readDeletion(db, params.id)),
  };
}

/** @throws ApiError "not-found" */
async function required<Found>(reading: Promise<Found | undefined>): Promise<Found> {
  const found = await reading;
  if (found === undefined) throw new ApiError("not-found");
  return found;
}
