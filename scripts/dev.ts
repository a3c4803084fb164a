/**
 * One address for everything: pages come from Vite with hot reload, calls go to the
 * real server. Node restarts this program when server code changes (see package.json).
 */
import { createServer } from "node:http";
import { createServer as createVite } from "vite";
import { buildApp } from "../src/server/app.ts";
import { readConfig } from "../src/server/config.ts";
import { MailSender } from "../src/server/mail/sender.ts";
import { openContext } from "../src/server/open-context.ts";

const config = readConfig(process.env);
const context = await openContext(config);
const server = createServer();
const vite = await createVite({
  server: { middlewareMode: true, hmr: { server } },
  appType: "spa",
});

const app = buildApp(context, {
  serverFactory: (handle) =>
    server.on("request", (request, response) => {
      const isPage =
        request.method === "GET" && !/^\/(api|livez|readyz|metrics)\b/.test(request.url ?? "");
      if (isPage) vite.middlewares(request, response);
      else handle(request, response);
    }),
});
await app.listen({ host: config.host, port: config.port });
const mail = new MailSender(context, app.log);
console.log(`Developing on http://${config.host}:${config.port}`);

process.on("SIGTERM", () => void stop());
process.on("SIGINT", () => void stop());

async function stop(): Promise<void> {
  await vite.close();
  await app.close();
  await mail.stop();
  await context.database.close();
  process.exit(0);
}
