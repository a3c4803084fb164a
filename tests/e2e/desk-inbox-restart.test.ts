import { randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { expect } from "vitest";
import { test as base, eventually } from "../support/browser.ts";
import { addColleague, openInbox, rowOf, sendMessage } from "../support/desk-inbox.ts";
import { startServer, type TestServer } from "../support/server.ts";

/** A server that can be restarted with the same data and address. */
interface RestartedServer extends TestServer {
  start(): Promise<void>;
}

const test = base.extend(
  "site",
  { scope: "file" },
  async ({ browser: _browser }, { onCleanup }) => {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), "desk-restart-"));
    const settings = { DATA_DIR: dataDir, PORT: String(await findPort()) };
    let server = await startServer({ settings });
    onCleanup(async () => {
      await server.stop();
      await rm(dataDir, { recursive: true });
    });
    const site: RestartedServer = {
      origin: server.origin,
      get database() {
        return server.database;
      },
      get app() {
        return server.app;
      },
      stop: () => server.stop(),
      start: async () => {
        server = await startServer({ settings });
      },
    };
    return site;
  },
);

/**
 * A free port below those that systems assign: while the server is down, no connection of another
 * test can get it.
 */
async function findPort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    const probe = createServer().listen(port, "127.0.0.1");
    const isFree = await once(probe, "listening").catch(() => false);
    if (!isFree) continue;
    probe.close();
    await once(probe, "close");
    return port;
  }
}

test("during a server restart the inbox says so, then catches up without moving a row", async ({
  site,
  openPage,
}) => {
  const imani = await addColleague(site, "Imani Restart");
  const first = await sendMessage(site, "Helen Brandt", "The text is too small.");
  const second = await sendMessage(site, "Otis Greene", "I never got the code.");
  const page = await openInbox(openPage, imani, "/desk/inbox", {
    width: 1440,
    expects: [/ERR_|status of 50\d|response 50\d|presence|events|counts|views/],
  });
  await rowOf(page, second).waitFor();
  // As painted: the list scrolls back before it is.
  const placeOf = () =>
    rowOf(page, first).evaluate(
      (row) =>
        new Promise<number>((resolve) => {
          requestAnimationFrame(() =>
            requestAnimationFrame(() => resolve(row.getBoundingClientRect().y)),
          );
        }),
    );
  const place = await placeOf();
  // Browsers scroll by whole pixels.
  const moved = async () => Math.floor(Math.abs((await placeOf()) - place));

  await site.stop();
  await page.getByText(/^Not live since/).waitFor();
  expect(await moved(), "while the connection is lost").toBe(0);

  await site.start();
  const missed = await sendMessage(site, "Luz Ortega", "My ride did not come.");
  await page.getByText("Live", { exact: true }).waitFor();
  await page.getByRole("button", { name: "1 new message" }).waitFor();
  await page.getByText(/^Not live since/).waitFor({ state: "detached" });
  expect(await moved(), "once it is back").toBe(0);
  expect(await rowOf(page, missed).count()).toBe(0);

  // The following message arrives by the live channel.
  await sendMessage(site, "Ray Whitfield", "Do you cover Greeley?");
  await page.getByRole("button", { name: "2 new messages" }).click();
  await rowOf(page, missed).waitFor();
  await eventually(() => page.getByRole("button", { name: /new message/ }).count()).toBe(0);
});
