/**
 * `npm run dev`: one origin for pages and API. Vite serves the pages with hot reload, the real
 * server serves the API. Node restarts this program when server code changes (see package.json).
 */
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createVite } from "vite";
import { buildApp } from "../src/app/server/app.ts";
import { readFullConfig } from "../src/app/server/read-config.ts";
import { isDeskPath } from "../src/platform/contract/desk/paths.ts";
import { paths } from "../src/platform/contract/paths.ts";
import { EmailWorker } from "../src/platform/server/mail/email-worker.ts";
import { openContext } from "../src/platform/server/open-context.ts";
import { deskTemplate } from "./build/build-desk.ts";

process.umask(0o077);
const config = readFullConfig(process.env);
const context = await openContext(config);
const server = createServer();
const vite = await createVite({
  server: { middlewareMode: true, hmr: { server }, watch: { ignored: ["**/.builds/**"] } },
  appType: "custom",
});

const app = buildApp(context, {
  serverFactory: (handle) =>
    server.on("request", (request, response) => {
      if (!isFromVite(request)) handle(request, response);
      else vite.middlewares(request, response, () => sendDocument(request, response));
    }),
});
const origin = await app.listen({ host: config.host, port: config.port });
const emailWorker = new EmailWorker(context, app.log);
console.log(`Developing on ${origin}`);

/** Vite serves pages and modules; the server API requests and files that only a build produces. */
function isFromVite({ method, url = "" }: IncomingMessage): boolean {
  const address = addressOf(url);
  const isPage = context.pages.hasPage(address) || isDeskPath(address);
  const isFile = context.pages.has(address) && !isPage;
  return method === "GET" && !isFile && !/^\/(api|livez|readyz|metrics)\b/.test(address);
}

/** Serves a client-rendered page, with status 404 for an unknown path, as in production. */
async function sendDocument({ url = "/" }: IncomingMessage, response: ServerResponse) {
  try {
    const address = addressOf(url);
    const template = isDeskPath(address) ? deskTemplate : "index.html";
    const html = await vite.transformIndexHtml(url, await readFile(template, "utf8"));
    const isKnown = Object.values<string>(paths).includes(address) || isDeskPath(address);
    response
      .writeHead(isKnown ? 200 : 404, { "content-type": "text/html; charset=utf-8" })
      .end(html);
  } catch (error) {
    console.error(error);
    response.writeHead(500).end("The page could not be built. See the error in the terminal.");
  }
}

function addressOf(url: string): string {
  return url.split("?", 1)[0] ?? "";
}

process.on("SIGTERM", () => void stop());
process.on("SIGINT", () => void stop());

async function stop(): Promise<void> {
  await vite.close();
  await app.close();
  await emailWorker.stop();
  await context.database.close();
  process.exit(0);
}
