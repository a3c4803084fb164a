import fastify from "fastify";
import { expect, test } from "vitest";
import { appBanner } from "../../../../scripts/build/assemble-page.ts";
import { androidOrigins } from "../../../platform/server/credentials/webauthn.ts";
import { registerAppLinks } from "./app-links.ts";

const ios = { appIds: ["ABCDE12345.com.example.app"], paths: ["/login*"], storeId: "123456789" };
const android = [{ packageName: "com.example.app", fingerprints: ["AB:CD:EF"] }];

async function read(name: string, apps: Parameters<typeof registerAppLinks>[1]) {
  const app = fastify();
  registerAppLinks(app, apps);
  const response = await app.inject(`/.well-known/${name}`);
  await app.close();
  return response;
}

test("the apps' files are absent until brand.ts names the apps", async () => {
  for (const name of ["apple-app-site-association", "assetlinks.json"]) {
    expect((await read(name, { ios: null, android: null })).statusCode).not.toBe(200);
    const { statusCode, headers } = await read(name, { ios, android });
    expect([statusCode, headers["content-type"]]).toEqual([200, "application/json"]);
  }
  expect((await read("apple-app-site-association", { ios, android })).json()).toEqual({
    applinks: { details: [{ appIDs: ios.appIds, components: [{ "/": "/login*" }] }] },
    webcredentials: { apps: ios.appIds },
  });
  expect((await read("assetlinks.json", { ios, android })).json()).toMatchObject([
    { target: { package_name: "com.example.app", sha256_cert_fingerprints: ["AB:CD:EF"] } },
  ]);
});

test("apps share passkeys by the origin of their certificate, and pages name the app", () => {
  expect(androidOrigins(null)).toEqual([]);
  expect(androidOrigins(android)).toEqual(["android:apk-key-hash:q83v"]);
  expect(appBanner(null)).toBe("");
  expect(appBanner("123456789")).toContain('content="app-id=123456789"');
});
