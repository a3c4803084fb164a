import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { profilePicturePath } from "../../src/contract/endpoints/profile.ts";
import { openDatabase } from "../../src/server/platform/db/connect/open-database.ts";
import { apiPaths } from "../support/api-paths.ts";
import { describeEachDialect } from "../support/dialects.ts";
import { phonePicture } from "../support/pictures.ts";
import { newAccount } from "../support/portal.ts";
import { endProcess, startServerProcess } from "../support/server-process.ts";
import { listStoredFiles } from "../support/stored-files.ts";

/** Enough files to kill the server before it has removed all of them. */
const files = 3000;

describeEachDialect(
  "a server killed between an account's deletion and its files'",
  (_open, createDatabase) => {
    test("removes the files after a restart", async () => {
      const options = await createDatabase("with tables");
      const { dataDir, databaseUrl } = options;
      const settings = { LOG_LEVEL: "error", ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
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
      const stored = await send(
        "PUT",
        apiPaths.picture,
        await phonePicture(),
        cookie,
        "image/jpeg",
      );
      expect(stored.status).toBe(200);

      const client = await openDatabase(options);
      onTestFinished(() => client.close());
      const { uid } = await client.db
        .selectFrom("accounts")
        .select("uid")
        .executeTakeFirstOrThrow();
      const folder = path.join(dataDir, "files", profilePicturePath(uid));
      for (let file = 0; file < files; file += 1)
        writeFileSync(path.join(folder, `${file}.webp`), "");
      const deleting = send(
        "POST",
        apiPaths.deleteAccount,
        { password: newAccount.password },
        cookie,
      );
      deleting.catch(() => undefined);
      const readAccounts = () => client.db.selectFrom("accounts").select("uid").execute();
      while ((await readAccounts()).length > 0) await setImmediate();
      await endProcess(child, "SIGKILL");
      expect((await listStoredFiles(dataDir)).length).toBeGreaterThan(0);

      await start();
      const readRemovals = () => client.db.selectFrom("file_removals").selectAll().execute();
      await expect.poll(readRemovals, { timeout: 30_000 }).toEqual([]);
      expect(existsSync(path.join(dataDir, "files/Users", uid))).toBe(false);
    });
  },
);
