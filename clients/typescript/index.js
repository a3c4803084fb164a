import createFetchClient from "openapi-fetch";

/** Media types of bodies that are not JSON, and of changes. */
const types = [
  { fits: (path) => path.endsWith(":batch"), type: "application/x-ndjson" },
  { fits: (_path, method) => method === "PATCH", type: "application/merge-patch+json" },
];

export function createClient({ origin, token, fetch }) {
  const client = createFetchClient({
    baseUrl: origin,
    headers: { authorization: `Bearer ${token}` },
    // Lines of a batch, files and pictures are sent as they are.
    bodySerializer: (body) => (isPlain(body) ? JSON.stringify(body) : body),
    ...(fetch && { fetch }),
  });
  client.use({
    onRequest({ request, schemaPath }) {
      const special = types.find(({ fits }) => fits(schemaPath, request.method));
      if (special && request.body) request.headers.set("content-type", special.type);
      return request;
    },
  });
  return client;
}

function isPlain(body) {
  return typeof body === "object" && Object.getPrototypeOf(body) === Object.prototype;
}
