import { expect, onTestFinished, test } from "vitest";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { runOps } from "../../../../tests/support/ops.ts";
import { readAudit, signInStaff } from "../../../../tests/support/staff.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import { pathOf, readEndpoint, withId } from "../../../platform/contract/define-endpoint.ts";
import { hours } from "../../../platform/contract/durations.ts";
import type { ApiError } from "../../../platform/server/api-error.ts";
import type { Config } from "../../../platform/server/config/config.ts";
import { openDatabase } from "../../../platform/server/db/open-database.ts";
import { commandLine } from "../../staff/server/write-audit.ts";
import { appEndpoints } from "../contract/apps.ts";
import { addClient } from "./clients.ts";
import { readKeys, rotateKeys } from "./provider/keys.ts";
import { sweepIdentity } from "./sweep.ts";

const app = {
  name: "Helping Hands",
  redirectUris: ["https://app.example/login"],
  postLogoutUris: [],
  backchannelUri: null,
};
/** Whether they are accepted in production, and otherwise. */
const addresses: readonly (readonly [string, boolean, boolean])[] = [
  ["https://app.example/a?b=c", true, true],
  ["com.example.app:/login", true, true],
  ["http://127.0.0.1/login", false, true],
  ["http://localhost:3000/login", false, true],
  ["https://localhost/login", false, false],
  ["http://app.example/login", false, false],
  ["https://user@app.example/login", false, false],
  ["https://app.example/#login", false, false],
  ["https://*.example/login", false, false],
  ["javascript:alert(1)", false, false],
  ["data:text/html,x", false, false],
  ["/login", false, false],
  [`https://app.example/${"a".repeat(500)}`, false, false],
];

describeEachDialect("apps of the company", (_open, createDatabase) => {
  test("admins add and remove them at the desk", async () => {
    const opened = await openTestApp(createDatabase);
    const admin = await signInStaff(opened, ["admin"]);
    const metadata = "/oauth/.well-known/openid-configuration";
    const read = async () => (await opened.app.inject(metadata)).statusCode;
    expect(await read()).toBe(404);
    const added = await admin.request("POST", pathOf(appEndpoints.add), app);
    expect(added.statusCode).toBe(201);
    const { id } = added.json();
    const list = async () => (await admin.request("GET", pathOf(appEndpoints.list))).json();
    expect(await list()).toMatchObject({ apps: [{ id, ...app, createdBy: expect.any(String) }] });
    expect(await read()).toBe(200);
    const { method, path } = readEndpoint(withId(appEndpoints.remove, id));
    expect((await admin.request(method, path)).statusCode).toBe(200);
    expect((await admin.request(method, path)).statusCode).toBe(404);
    expect((await list()).apps).toEqual([]);
    expect(await read()).toBe(404);
    const audited = (await readAudit(opened)).map(([, , what]) => what);
    expect(audited).toContain(
      "Added the app “Helping Hands”, which returns to https://app.example/login",
    );
    expect(audited).toContain("Removed the app “Helping Hands”");
  });

  test("an app returns only to addresses that are its own", async () => {
    const { context, database, clock } = await openTestApp(createDatabase);
    const accepts = async (address: string, config: Config) => {
      const by = { actor: commandLine, config, now: clock.now };
      const sent = { ...app, redirectUris: [address] };
      const added = database.write((trx) => addClient(trx, sent, by));
      return added.then(Boolean, (error: ApiError) => {
        expect(error.body.fields?.redirectUris).toContain("is not an address");
        return false;
      });
    };
    const inProduction = { ...context.config, publicUrl: "https://house.example" };
    const found = [];
    for (const [address] of addresses) {
      const answers = [
        await accepts(address, inProduction),
        await accepts(address, context.config),
      ];
      found.push([address, ...answers]);
    }
    expect(found).toEqual(addresses);
  });

  test("commands add, list and remove them, and rotate keys", async () => {
    const options = await createDatabase("with tables");
    const database = await openDatabase(options);
    onTestFinished(() => database.close());
    const run = (...args: string[]) => runOps(options, ...args);
    const wanted = ["--name", "Hands", "--redirect-uri", "https://a.example/", "--redirect-uri"];
    const added = await run("clients", "add", ...wanted, "com.example.app:/login");
    const [, id = ""] = /^client_id: ([\da-f]{8}-[\da-f-]{27})\n$/.exec(added.stdout) ?? [];
    const [listed] = JSON.parse((await run("clients", "list")).stdout);
    const redirectUris = ["https://a.example/", "com.example.app:/login"];
    expect(listed).toMatchObject({ id, name: "Hands", redirectUris });
    const wrong = await run("clients", "add", ...wanted, "http://a.example/");
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining("http://a.example/")]);
    for (const args of [[], ["add", "--name", "x"], ["remove"], ["list", "x"]]) {
      expect((await run("clients", ...args)).code, args.join(" ")).toBe(1);
    }
    expect((await run("clients", "remove", id)).code).toBe(0);
    expect((await run("clients", "remove", id)).stderr).toContain(`There is no app "${id}".`);
    expect((await run("keys", "rotate")).stdout).toContain("The next key is published.");
    expect((await run("keys", "rotate")).stderr).toBe("");
    expect((await run("keys", "rotate")).stderr).toContain("published already");
    expect((await run("keys")).code).toBe(1);
  });

  test("a new key is published a day before it signs, and the old one a day after", async () => {
    const { clock, context, database } = await openTestApp(createDatabase);
    const published = async () => (await readKeys(context)).map(({ kid }) => kid);
    const [first] = await published();
    expect(await rotateKeys(context)).toBe(clock.now + hours(24));
    const [signing, second] = await published();
    expect([signing === first, second === first]).toEqual([true, false]);
    clock.now += hours(24) - 1;
    expect((await published())[0]).toBe(first);
    clock.now += 1;
    expect(await published()).toEqual([second, first]);
    await sweepIdentity(context);
    clock.now += hours(24) - 1;
    expect(await published()).toEqual([second, first]);
    clock.now += 1;
    expect(await published()).toEqual([second]);
    await sweepIdentity(context);
    const rows = await database.db.selectFrom("oidc_keys").selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain("RSA");
    await expect(readKeys({ ...context, secret: Buffer.alloc(32) })).rejects.toThrow();
  });
});
