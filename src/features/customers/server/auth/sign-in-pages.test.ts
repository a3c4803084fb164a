import { expect, onTestFinished, test } from "vitest";
import { apiPaths } from "../../../../../tests/support/api-paths.ts";
import { describeEachDialect, describeOnSqlite } from "../../../../../tests/support/dialects.ts";
import { newAccount, signUp } from "../../../../../tests/support/portal.ts";
import { endProcess, startServerProcess } from "../../../../../tests/support/server-process.ts";
import { openTestApp } from "../../../../../tests/support/test-app.ts";
import { brand } from "../../../../brand.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { openDatabase } from "../../../../platform/server/db/open-database.ts";
import { authExtras } from "../../contract/auth.ts";
import { withoutScripts } from "../../contract/portal-pages.ts";

const loginPages = [paths.login, paths.caregiverLogin, paths.providerLogin] as const;
const { email, password } = newAccount;

/** A native post, as browsers without scripts send it. */
function native(url: string, fields: Readonly<Record<string, string>>, headers = {}) {
  return {
    method: "POST" as const,
    url,
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    payload: new URLSearchParams(fields).toString(),
  };
}

const post = (url: string, payload: object, headers = {}) => ({
  method: "POST" as const,
  url,
  headers,
  payload,
});

describeOnSqlite("sign-in pages", (_open, createDatabase) => {
  test.each([
    [paths.caregiverLogin, "Caregivers", brand.apps.caregiver.name, paths.careGetStarted],
    [paths.providerLogin, "Providers", brand.apps.provider.name, paths.proGetStarted],
  ])(
    "%s says what it is for, logs in, names its app and links to the create-account page",
    async (page, audience, app, join) => {
      const server = await openTestApp(createDatabase);
      const { body } = await server.app.inject(page);
      expect(body).toContain(`<title>${audience}, log in here - `);
      expect(body).toContain(app);
      expect(body).toMatch(new RegExp(`<form[^>]* action="${page}"`));
      expect(body).toContain(`href="${join}"`);
      for (const store of ["App Store", "Google Play"]) expect(body).toContain(store);
    },
  );

  test("each login error has its code and message", async () => {
    const { app, database } = await openTestApp(createDatabase);
    await signUp(app);
    const wrong = await app.inject(post(apiPaths.login, { email, password: "not this one" }));
    expect(wrong.statusCode).toBe(401);
    expect(wrong.json()).toEqual({
      code: "wrong-password",
      message: "Failed to log in. Please check your credentials.",
    });
    const unknown = await app.inject(post(apiPaths.login, { email: "who@example.com", password }));
    expect(unknown.statusCode).toBe(404);
    expect(unknown.json()).toEqual({
      code: "user-not-found",
      message: "This account doesn't exist. We'll redirect you to create one.",
    });
    const empty = await app.inject(post(apiPaths.login, { email: "", password: "" }));
    expect(empty.statusCode).toBe(422);
    expect(empty.json().fields).toEqual({
      email: "Email is required.",
      password: "Password is required.",
    });
    const foreign = await app.inject(
      post(apiPaths.login, { email, password }, { "sec-fetch-site": "cross-site" }),
    );
    expect(foreign.json().code).toBe("cross-site");
    for (const response of [wrong, unknown, empty, foreign]) {
      expect(response.headers["set-cookie"]).toBe(undefined);
      expect(response.headers["cache-control"]).toBe("no-store");
    }
    expect(await database.db.selectFrom("sessions").selectAll().execute()).toHaveLength(1);
  });

  test("each error of creating an account has its code and message", async () => {
    const { app, database } = await openTestApp(createDatabase);
    await signUp(app);
    const taken = { ...newAccount, email: email.toUpperCase() };
    const response = await app.inject(post(apiPaths.createAccount, taken));
    expect(response.statusCode).toBe(409);
    expect(response.json()).toEqual({
      code: "email-already-in-use",
      message: "This email address is already in use. Please try another.",
    });
    const empty = Object.fromEntries(Object.keys(newAccount).map((name) => [name, ""]));
    expect((await app.inject(post(apiPaths.createAccount, empty))).json().fields).toEqual({
      firstName: "First name is required.",
      lastName: "Last name is required.",
      city: "City is required.",
      state: "State is required.",
      zip: "ZIP code is required.",
      email: "Email is required.",
      phone: "Phone is required.",
      password: "Desired password is required.",
    });
    for (const wrong of ["1234567", "12345678901234567"]) {
      const sent = { ...newAccount, email: "new@example.com", state: "Colo", password: wrong };
      const { fields } = (await app.inject(post(apiPaths.createAccount, sent))).json();
      expect(fields.password).toBe("Password must be between 8 and 16 characters.");
      expect(fields.state).toBe("State must be 2 characters or fewer.");
    }
    for (const table of ["accounts", "profiles"] as const) {
      expect(await database.db.selectFrom(table).selectAll().execute()).toHaveLength(1);
    }
  });

  test("passwords of 8 and of 16 characters work, spaces count, state is stored in capitals", async () => {
    const { app, database } = await openTestApp(createDatabase);
    for (const [index, word] of ["12345678", "1234567890123456", " spaces "].entries()) {
      const sent = { ...newAccount, email: `p${index}@example.com`, state: "co", password: word };
      expect((await app.inject(post(apiPaths.createAccount, sent))).statusCode).toBe(201);
      const right = { email: sent.email, password: word };
      expect((await app.inject(post(apiPaths.login, right))).statusCode).toBe(200);
      const trimmed = { email: sent.email, password: word.trim().slice(0, 7) };
      expect((await app.inject(post(apiPaths.login, trimmed))).statusCode).toBe(401);
    }
    const states = await database.db.selectFrom("profiles").select("state").execute();
    expect(states.map(({ state }) => state)).toEqual(["CO", "CO", "CO"]);
    const hashes = await database.db.selectFrom("accounts").select("password_hash").execute();
    expect(hashes.every((row) => row.password_hash.startsWith("$argon2id$"))).toBe(true);
  });

  test("passwords are stored as argon2id with OWASP's parameters, each with its own salt", async () => {
    // The server as the operator starts it: other tests hash with cheaper parameters.
    const options = await createDatabase("with tables");
    const { dataDir, databaseUrl } = options;
    const { child, origin } = await startServerProcess(
      dataDir,
      databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl },
    );
    onTestFinished(async () => void (await endProcess(child, "SIGKILL")));
    for (const address of [email, "walter@example.com"]) {
      const response = await fetch(origin + apiPaths.createAccount, {
        method: "POST",
        headers: { origin, "content-type": "application/json" },
        body: JSON.stringify({ ...newAccount, email: address }),
      });
      expect(response.status).toBe(201);
    }
    const database = await openDatabase(options);
    onTestFinished(() => database.close());
    const rows = await database.db.selectFrom("accounts").select("password_hash").execute();
    // 16 bytes of salt and 32 bytes of hash, in base64.
    const shape = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$([\w+/]{22})\$[\w+/]{43}$/;
    const salts = rows.map((row) => shape.exec(row.password_hash)?.[1]);
    expect(salts).not.toContain(undefined);
    expect(new Set(salts).size).toBe(2);
  });

  test("a password of any characters works exactly as it was typed", async () => {
    const { app } = await openTestApp(createDatabase);
    const word = " Zoë ✓ 🙂 'x'<b ";
    const sent = { ...newAccount, password: word };
    expect((await app.inject(post(apiPaths.createAccount, sent))).statusCode).toBe(201);
    const nearly = [word.toLowerCase(), word.slice(0, -1), word.trim(), `${word}\u200b`];
    for (const other of nearly) {
      const response = await app.inject(post(apiPaths.login, { email, password: other }));
      expect(response.json().code, other).toBe("wrong-password");
    }
    expect((await app.inject(post(apiPaths.login, { email, password: word }))).statusCode).toBe(
      200,
    );
  });

  test.each([
    [paths.login, "current-password"],
    [paths.createAccount, "new-password"],
  ] as const)("%s masks the password and lets programs fill it in", async (page, name) => {
    const { app } = await openTestApp(createDatabase);
    const { body } = await app.inject(page);
    const field = /<input[^>]* type="password"[^>]*>/.exec(body)?.[0].toLowerCase();
    expect(field).toContain(`autocomplete="${name}"`);
    expect(field).not.toMatch(/onpaste|readonly/);
  });

  test("each login starts a new session and ends the previous one", async () => {
    const { app, database } = await openTestApp(createDatabase);
    const ruth = await signUp(app);
    const response = await app.inject(
      post(apiPaths.login, { email, password }, { cookie: ruth.cookie }),
    );
    const cookie = String(response.headers["set-cookie"]).split(";")[0];
    expect(cookie).not.toBe(ruth.cookie);
    // 256 bits in base64url.
    expect(cookie).toMatch(/^session=[\w-]{43}$/);
    expect((await ruth.request("GET", apiPaths.session)).json()).toEqual({ signedIn: false });
    expect(await database.db.selectFrom("sessions").selectAll().execute()).toHaveLength(1);
    expect(
      JSON.stringify(await database.db.selectFrom("sessions").selectAll().execute()),
    ).not.toContain(cookie?.split("=")[1]);
  });

  test("cookies are locked to the site: under https with the prefix and Secure", async () => {
    const http = await openTestApp(createDatabase);
    await signUp(http.app);
    const https = await openTestApp(createDatabase, { PUBLIC_URL: "https://www.example.com" });
    await signUp(https.app);
    const cookieOf = async ({ app }: typeof http) =>
      [
        (await app.inject(post(apiPaths.login, { email, password }))).headers["set-cookie"],
      ].flat()[0];
    const attributes = "Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000";
    expect(await cookieOf(http)).toMatch(new RegExp(`^session=[\\w-]{43}; ${attributes}$`));
    expect(await cookieOf(https)).toMatch(
      new RegExp(`^__Host-session=[\\w-]{43}; ${attributes}; Secure$`),
    );
  });

  test.each(loginPages)("%s accepts a native post and redirects", async (page) => {
    const { app } = await openTestApp(createDatabase);
    await signUp(app);
    const next = { [authExtras.next]: paths.settings };
    const right = await app.inject(native(page, { email, password, ...next }));
    expect(right.statusCode).toBe(303);
    expect(right.headers.location).toBe(withoutScripts(paths.settings));
    expect(String(right.headers["set-cookie"])).toMatch(/^session=/);

    const wrong = await app.inject(native(page, { email, password: "secret words", ...next }));
    expect(wrong.statusCode).toBe(401);
    expect(wrong.headers["cache-control"]).toBe("no-store");
    expect(wrong.body).toContain("Failed to log in. Please check your credentials.");
    expect(wrong.body).toMatch(/<dialog[^>]* open=""/);
    expect(wrong.body).toContain(`value="${email}"`);
    expect(wrong.body).toContain(`name="${authExtras.next}" value="${paths.settings}"`);
    expect(wrong.body).not.toContain("secret words");
  });

  test("a rejected native post of a new account shows the page with all values except the password", async () => {
    const { app } = await openTestApp(createDatabase);
    const created = await app.inject(native(paths.createAccount, newAccount));
    expect([created.statusCode, created.headers.location]).toEqual([
      303,
      withoutScripts(paths.profile),
    ]);
    const again = await app.inject(native(paths.createAccount, newAccount));
    expect(again.statusCode).toBe(409);
    expect(again.body).toContain("Creation Failed");
    expect(again.body).toContain("This email address is already in use. Please try another.");
    for (const kept of [newAccount.city, newAccount.zip, newAccount.phone, email]) {
      expect(again.body).toContain(`value="${kept}"`);
    }
    expect(again.body).not.toContain(password);
    const short = await app.inject(native(paths.createAccount, { ...newAccount, password: "x" }));
    expect(short.statusCode).toBe(422);
    expect(short.body).toContain("<title>Error: ");
    expect(short.body).toContain("Password must be between 8 and 16 characters.");
  });

  test("without scripts a state's name becomes its code, and an unknown name is too long", async () => {
    const { app, database } = await openTestApp(createDatabase);
    const page = await app.inject({ url: paths.createAccount });
    expect(page.body.match(/<input[^>]* name="state"[^>]*>/)?.[0]).toMatch(/ maxlength="2"/i);
    const named = { ...newAccount, state: " new  mexico " };
    const wrong = await app.inject(native(paths.createAccount, { ...named, state: "Ontario" }));
    expect(wrong.statusCode).toBe(422);
    expect(wrong.body).toContain("State must be 2 characters or fewer.");
    expect(wrong.body).toContain('value="ONTARIO"');
    expect((await app.inject(native(paths.createAccount, named))).statusCode).toBe(303);
    const { state } = await database.db
      .selectFrom("profiles")
      .select("state")
      .executeTakeFirstOrThrow();
    expect(state).toBe("NM");
  });

  test("the email of an unknown account is carried over in the body of a post, never in a URL", async () => {
    const { app, database } = await openTestApp(createDatabase);
    const sent = { email: "new@example.com", password };
    const rejected = await app.inject(native(paths.login, sent));
    expect(rejected.statusCode).toBe(404);
    const form = /<form[^>]*action="([^"]+)"[^>]*>(?:(?!<\/form>).)*_prefill/.exec(rejected.body);
    expect(form?.[1]).toBe(paths.createAccount);
    const filled = await app.inject(
      native(paths.createAccount, { email: sent.email, [authExtras.prefill]: "yes" }),
    );
    expect(filled.statusCode).toBe(200);
    expect(filled.body).toContain(`value="${sent.email}"`);
    expect(filled.body).not.toContain("There is a problem");
    expect(await database.db.selectFrom("accounts").selectAll().execute()).toEqual([]);
  });

  test.each([
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "/portal/..//evil.example",
    "/contact",
    paths.login,
  ])("next=%s redirects to the profile", async (next) => {
    const { app } = await openTestApp(createDatabase);
    const ruth = await signUp(app);
    const asked = await app.inject({
      url: `${paths.login}?next=${encodeURIComponent(next)}`,
      headers: { cookie: ruth.cookie },
    });
    expect([asked.statusCode, asked.headers.location]).toEqual([303, paths.profile]);
    const posted = await app.inject(
      native(paths.login, { email, password, [authExtras.next]: next }),
    );
    expect(posted.headers.location).toBe(withoutScripts(paths.profile));
    const called = await app.inject(
      post(apiPaths.login, { email, password, [authExtras.next]: next }),
    );
    expect(called.json().next).toBe(paths.profile);
    const page = await app.inject(`${paths.login}?next=${encodeURIComponent(next)}`);
    expect(page.body).not.toContain(`name="${authExtras.next}"`);
  });

  test.each([...loginPages, paths.createAccount])(
    "%s redirects a signed-in person",
    async (page) => {
      const { app, database } = await openTestApp(createDatabase);
      const ruth = await signUp(app);
      const get = (url: string) => app.inject({ url, headers: { cookie: ruth.cookie } });
      const plain = await get(page);
      expect([plain.statusCode, plain.headers.location]).toEqual([303, paths.profile]);
      expect(plain.headers["cache-control"]).toBe("no-store");
      const wished = await get(`${page}?next=${encodeURIComponent(`${paths.request}?id=7`)}`);
      expect(wished.headers.location).toBe(`${paths.request}?id=7`);

      await database.write((trx) => trx.deleteFrom("sessions").execute());
      const stale = await get(page);
      expect([stale.statusCode, stale.headers["cache-control"]]).toEqual([200, "no-store"]);
      const stranger = await app.inject(page);
      expect([stranger.statusCode, stranger.headers["cache-control"]]).toEqual([200, "no-cache"]);
      expect(stranger.headers.etag).toBeDefined();
    },
  );

  test("the login page says why the person has to log in", async () => {
    const { app } = await openTestApp(createDatabase);
    const page = await app.inject(`${paths.login}?logged-out`);
    expect(page.body).toMatch(/role="status"[^>]*>You are logged out\.</);
    expect((await app.inject(paths.login)).body).not.toContain("You are logged out.");
    const onTheWay = await app.inject(`${paths.login}?next=${paths.settings}`);
    expect(onTheWay.body).toMatch(/role="status"[^>]*>Log in first\. Then we take you back to/);
    expect((await app.inject(paths.login)).body).not.toContain("Log in first");
    expect((await app.inject(`${paths.login}?next=/contact`)).body).not.toContain("Log in first");
  });

  test("other shapes of a post are rejected", async () => {
    const { app } = await openTestApp(createDatabase);
    expect((await app.inject(post(paths.login, { email }))).json().code).toBe("unsupported-type");
    const strange = await app.inject(post(apiPaths.login, { email, password, admin: "yes" }));
    expect(strange.json().code).toBe("malformed");
    expect((await app.inject({ method: "POST", url: apiPaths.login })).statusCode).toBe(400);
    const foreign = await app.inject(
      native(paths.login, { email, password }, { origin: "https://evil.example" }),
    );
    expect(foreign.statusCode).toBe(403);
    expect(foreign.headers["set-cookie"]).toBe(undefined);
  });

  test("neither passwords nor addresses nor tokens are logged", async () => {
    const lines: string[] = [];
    const logs = { write: (line: string) => void lines.push(line) };
    const { app } = await openTestApp(createDatabase, { LOG_LEVEL: "trace" }, logs);
    const { cookie } = await signUp(app);
    await app.inject(native(paths.login, { email, password: "wrong words" }));
    await app.inject(post(apiPaths.login, { email, password }));
    await app.inject(`${paths.resetPassword}?token=abc-secret`);
    expect(lines.length).toBeGreaterThan(3);
    const log = lines.join("");
    for (const secret of [
      email,
      password,
      "wrong words",
      "abc-secret",
      cookie.split("=")[1] ?? "",
    ]) {
      expect(log).not.toContain(secret);
    }
  });
});

describeEachDialect("accounts created at once", (_open, createDatabase) => {
  test("with one address: one is created, the other gets an error", async () => {
    const { app, database } = await openTestApp(createDatabase);
    const responses = await Promise.all(
      [email, email.toUpperCase()].map((address) =>
        app.inject(post(apiPaths.createAccount, { ...newAccount, email: address })),
      ),
    );
    const rejected = responses.filter(({ statusCode }) => statusCode !== 201);
    expect(rejected.map((response) => response.json().code)).toEqual(["email-already-in-use"]);
    expect(await database.db.selectFrom("accounts").select("uid").execute()).toHaveLength(1);
  });
});
