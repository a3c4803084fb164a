/**
 * One address for everything: pages come from Vite with hot reload, calls go to the
 * real server. Node restarts this program when server code changes (see package.json).
 */
import { createServer, type IncomingMessage } from "node:http";
import { createServer as createVite } from "vite";
import { buildApp } from "../src/server/app.ts";
import { readConfig } from "../src/server/config.ts";
import { MailSender } from "../src/server/mail/sender.ts";
import { openContext } from "../src/server/open-context.ts";

const config = readConfig(process.env);
const context = await openContext(config);
const server = createServer();
const vite = await createVite({
  server: { middlewareMode: true, hmr: { server }, watch: { ignored: ["**/.builds/**"] } },
  appType: "spa",
});

const app = buildApp(context, {
  serverFactory: (handle) =>
    server.on("request", (request, response) => {
      if (isFromVite(request)) vite.middlewares(request, response);
      else handle(request, response);
    }),
});
await app.listen({ host: config.host, port: config.port });
const mail = new MailSender(context, app.log);
console.log(`Developing on http://${config.host}:${config.port}`);

/** Pages and their code; calls, and files that only a build makes, are the server's. */
function isFromVite({ method, url = "" }: IncomingMessage): boolean {
  const address = url.split("?", 1)[0] ?? "";
  const isFile = context.pages.has(address) && !context.pages.hasPage(address);
  return method === "GET" && !isFile && !/^\/(api|livez|readyz|metrics)\b/.test(address);
}

process.on("SIGTERM", () => void stop());
process.on("SIGINT", () => void stop());

async function stop(): Promise<void> {
  await vite.close();
  await app.close();
  await mail.stop();
  await context.database.close();
  process.exit(0);
}
