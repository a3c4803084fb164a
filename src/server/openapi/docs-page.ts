import type { ApiDescription } from "./document.ts";

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** The API as a plain page: a list of endpoints and a link to the OpenAPI document. */
export function writeApiPage(description: ApiDescription, documentUrl: string): string {
  const endpoints = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary, responses }]) => {
      const items = Object.entries(responses)
        .map(([status, response]) => `<li>${status}: ${escapeHtml(response.description)}</li>`)
        .join("");
      return `<h2>${method.toUpperCase()} ${escapeHtml(path)}</h2><p>${escapeHtml(summary)}</p><ul>${items}</ul>`;
    }),
  );
  const title = escapeHtml(description.info.title);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title></head><body><main><h1>${title}</h1><p><a href="${documentUrl}">OpenAPI ${description.openapi} document</a></p>${endpoints.join("")}</main></body></html>`;
}
