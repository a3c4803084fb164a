import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";
import { parseDatabaseUrl } from "./database-url.ts";

test("one host is used unchanged, whether or not it accepts writes", () => {
  const url = "postgres://user:pass@db.example.com:5433/site?sslmode=require";
  const servers = [{ host: "db.example.com:5433", url }];
  expect(parseDatabaseUrl(url)).toEqual({ servers, needsWrites: false });
  expect(parseDatabaseUrl("postgres:///site?host=/run/postgresql").servers).toHaveLength(1);
});

test.each(["read-write", "primary"])("one host that must accept writes: %s", (attributes) => {
  const url = `postgresql://db:5432/site?target_session_attrs=${attributes}`;
  expect(parseDatabaseUrl(url)).toMatchObject({ needsWrites: true });
});

test("each of several hosts gets a URL with the same user, password, name and settings", () => {
  const { servers, needsWrites } = parseDatabaseUrl(
    "postgres://us,er:p%40,ss@a:5432,[::1]:6,c/d?x=1",
  );
  expect(needsWrites).toBe(true);
  expect(servers).toEqual([
    { host: "a:5432", url: "postgres://us,er:p%40,ss@a:5432/d?x=1" },
    { host: "[::1]:6", url: "postgres://us,er:p%40,ss@[::1]:6/d?x=1" },
    { host: "c", url: "postgres://us,er:p%40,ss@c/d?x=1" },
  ]);
});

test.each([
  ["localhost", "use an address like postgres://"],
  ["postgres://user:secret@a,[half/name", "use an address like postgres://"],
  ["postgres://user:secret@a:99999,b/name", "use an address like postgres://"],
  ["postgres://user:secret@a:5432,/name", "before and after each comma"],
  ["postgres://user:secret@a,:5433/name", "before and after each comma"],
  ["postgres:///name?host=a,b", "in front of the name"],
  ["postgres://a,b/name?target_session_attrs=any", "target_session_attrs can be read-write or"],
  ["postgres://a/name?target_session_attrs=standby", "target_session_attrs can be read-write or"],
])("DATABASE_URL=%s is rejected with advice and without the password", (DATABASE_URL, advice) => {
  const read = () => readConfig({ DATABASE_URL });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(advice);
  expect(read).not.toThrow("secret");
});
