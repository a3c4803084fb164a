import { stat } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { openDatabase } from "./open-database.ts";
import { requireSecret } from "./secrets.ts";

describeEachDialect("the first start", (_open, createDatabase, engine) => {
  test("of several nodes concurrently creates one key for all of them", async () => {
    const options = await createDatabase("with tables");
    const nodes = await Promise.all([1, 2, 3].map(() => openDatabase(options)));
    onTestFinished(async () => void (await Promise.all(nodes.map((node) => node.close()))));
    const keys = await Promise.all(nodes.map((node) => requireSecret(node, "keys")));
    expect(new Set(keys.map((key) => key.toString("hex"))).size).toBe(1);
    expect(keys[0]).toHaveLength(32);
  });

  // With PostgreSQL the folder is still empty.
  test.runIf(engine === "sqlite")(
    "creates the data folder so that only its owner has access",
    async () => {
      const { dataDir } = await createDatabase();
      const folder = path.join(dataDir, "new", "data");
      const client = await openDatabase({ dataDir: folder });
      await client.close();
      expect((await stat(folder)).mode & 0o777).toBe(0o700);
    },
  );
});
