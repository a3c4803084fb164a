import type { RequestRecord } from "./requests.ts";

/** The columns of a request that staff set: the inverse of `toRequestRecord`. */
export function toColumns(request: RequestRecord) {
  return {
    id: request.id,
    request_title: request.requestTitle,
    assigned_to: request.assignedTo,
    assigned_to_uid: request.assignedToUid,
    request_completed: request.requestCompleted ? 1 : 0,
    date_completed: request.dateCompleted,
    price_cents: request.price === null ? null : Math.round(request.price * 100),
  };
}
