import type { ApiDescription } from "./document.ts";

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** The API as a plain page: a list of endpoints and a link to the OpenAPI document. */
export function writeApiPage(description: ApiDescription, documentUrl: string): string {
  const calls = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary, responses }]) => {
      const answers = Object.entries(responses)
        .map(([status, answer]) => `<li>${status}: ${escapeHtml(answer.description)}</li>`)
        .join("");
      return `<h2>${method.toUpperCase()} ${escapeHtml(path)}</h2><p>${escapeHtml(summary)}</p><ul>${answers}</ul>`;
    }),
  );
  const title = escapeHtml(description.info.title);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title></head><body><main><h1>${title}</h1><p><a href="${documentUrl}">OpenAPI ${description.openapi} document</a></p>${calls.join("")}</main></body></html>`;
}
