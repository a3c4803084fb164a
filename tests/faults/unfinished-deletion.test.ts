import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "../../src/platform/server/config/config.ts";
import { openDatabase } from "../../src/platform/server/db/open-database.ts";
import { openStorage } from "../../src/platform/server/files/open-storage.ts";
import { apiPaths } from "../support/api-paths.ts";
import { describeEachDialect } from "../support/dialects.ts";
import { phonePicture } from "../support/pictures.ts";
import { newAccount } from "../support/portal.ts";
import { startS3Server } from "../support/s3-server.ts";
import { endProcess, startServerProcess } from "../support/server-process.ts";
import { listStorage } from "../support/stored-files.ts";

describeEachDialect(
  "a server killed between an account's deletion and its files'",
  (_open, createDatabase) => {
    test("removes the files after a restart", async () => {
      const options = await createDatabase("with tables");
      const { dataDir, databaseUrl } = options;
      const store = await startS3Server();
      const settings = {
        ...store.settings,
        LOG_LEVEL: "error",
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      };
      const stored = await openStorage(readConfig({ ...settings, DATA_DIR: dataDir }), "files");
      const start = async () => {
        const server = await startServerProcess(dataDir, settings);
        onTestFinished(() => void endProcess(server.child, "SIGKILL"));
        return server;
      };
      const { origin, child } = await start();
      const send = (
        method: string,
        url: string,
        body: object,
        cookie = "",
        type = "application/json",
      ) =>
        fetch(origin + url, {
          method,
          headers: { origin, cookie, "content-type": type },
          body: body instanceof Buffer ? new Uint8Array(body) : JSON.stringify(body),
        });
      const signedUp = await send("POST", apiPaths.createAccount, newAccount);
      const cookie = signedUp.headers
        .getSetCookie()
        .map((one) => one.split(";")[0])
        .join("; ");
      const picture = await phonePicture();
      const put = await send("PUT", apiPaths.picture, picture, cookie, "image/jpeg");
      expect(put.status).toBe(200);
      const files = await listStorage(stored);
      expect(files).not.toEqual([]);

      const client = await openDatabase(options);
      onTestFinished(() => client.close());
      // The server commits, and then waits for the store until it is killed.
      store.failure = "hang";
      const deleting = send(
        "POST",
        apiPaths.deleteAccount,
        { password: newAccount.password },
        cookie,
      );
      deleting.catch(() => undefined);
      const readAccounts = () => client.db.selectFrom("accounts").select("uid").execute();
      await expect.poll(readAccounts, { timeout: 30_000 }).toEqual([]);
      await expect.poll(() => store.hanging, { timeout: 30_000 }).toBeGreaterThan(0);
      await endProcess(child, "SIGKILL");
      store.failure = undefined;
      expect(await listStorage(stored)).toEqual(files);

      await start();
      const readRemovals = () => client.db.selectFrom("file_removals").selectAll().execute();
      await expect.poll(readRemovals, { timeout: 30_000 }).toEqual([]);
      expect(await listStorage(stored)).toEqual([]);
    });
  },
);
