/** The description of the API as a page. */
export const docsPath = "/api/docs";
/** The same for programs, as OpenAPI 3.1. */
export const documentPath = `${docsPath}/openapi.json`;
