/**
 * What programs may do with which scope of their token, written by hand from docs/api.md,
 * independently of the code. "write" includes "read".
 */
export const programAccess: Readonly<Record<string, readonly string[]>> = {
  "requests:read": ["GET /api/v1/requests", "GET /api/v1/requests/:id"],
  "requests:write": [
    "PUT /api/v1/requests/:id",
    "PATCH /api/v1/requests/:id",
    "DELETE /api/v1/requests/:id",
    "POST /api/v1/requests/:id/reopening",
    "POST /api/v1/requests:batch",
  ],
  "customers:read": ["GET /api/v1/customers", "GET /api/v1/customers/:id"],
  "customers:write": [
    "POST /api/v1/customers",
    "PATCH /api/v1/customers/:id",
    "PUT /api/v1/customers/:id/external-ids/:system",
  ],
  "cases:read": ["GET /api/v1/messages", "GET /api/v1/messages/:id", "GET /api/v1/cases/:id"],
  "cases:write": ["POST /api/v1/cases", "POST /api/v1/cases/:id/messages"],
  "providers:read": ["GET /api/v1/providers/:id"],
  "providers:write": ["PUT /api/v1/providers/:id", "PUT /api/v1/providers/:id/picture"],
  "newsletter:write": ["PUT /api/v1/newsletter/:id", "DELETE /api/v1/newsletter/:id"],
  "newsletter:read": ["GET /api/v1/newsletter-readers", "GET /api/v1/newsletter-readers/:id"],
  "events:read": ["GET /api/v1/events"],
  applications: ["GET /api/v1/applications", "GET /api/v1/applications/:id"],
  deletion: ["GET /api/v1/deletion-cases", "GET /api/v1/deletion-cases/:id"],
};
