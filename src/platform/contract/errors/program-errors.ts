/* A section of the catalogue: programs that call /api/v1. */

export const programErrors = {
  "wrong-address": { status: 403, message: "This token does not work from this address." },
  "invalid-external-id": {
    status: 422,
    message: "An external id has 1 to 128 letters, digits, and . _ ~ : -",
  },
  "unknown-customer": { status: 422, message: "There is no such customer." },
  "ambiguous-customer": {
    status: 422,
    message: "Several customers match. Name one by its uid.",
  },
  "customer-differs": { status: 409, message: "This request is another customer's." },
  /** Of documents that commands added: two customers may have the same id. */
  "ambiguous-id": { status: 409, message: "Several customers have a request with this id." },
  "id-taken": { status: 409, message: "This id belongs to something else." },
  canceled: { status: 409, message: "This request is canceled. Reopen it first." },
  "precondition-failed": { status: 412, message: "This is not the version that is stored." },
  "batch-invalid": { status: 422, message: "Some lines cannot be stored, so none is." },
  "email-taken": { status: 409, message: "A customer has this email already." },
  "external-id-taken": { status: 409, message: "Another customer has this id." },
  "events-expired": { status: 410, message: "Some events after this position are no longer kept." },
  unsubscribed: { status: 409, message: "The owner unsubscribed after this consent." },
  suppressed: { status: 409, message: "We may not write to this address." },
  "idempotency-key-reused": {
    status: 422,
    message: "This Idempotency-Key was used for another request.",
  },
  "idempotency-key-running": {
    status: 409,
    message: "The first request with this Idempotency-Key is still running.",
  },
} as const;
