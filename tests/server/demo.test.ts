import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { readFullConfig } from "../../src/app/server/read-config.ts";
import type {
  ProfileResponse,
  RequestResponse,
} from "../../src/features/customers/contract/profile.ts";
import { appForm } from "../../src/features/messages/contract/forms/app.ts";
import { ourTextForm } from "../../src/features/messages/contract/forms/staff-forms.ts";
import { type CaseCounts, inboxForms } from "../../src/features/messages/contract/inbox.ts";
import { inboxEndpoints } from "../../src/features/messages/contract/inbox-endpoints.ts";
import { pathOf } from "../../src/platform/contract/define-endpoint.ts";
import {
  deskLoginEndpoints,
  type StaffListResponse,
  staffEndpoints,
} from "../../src/platform/contract/desk/staff.ts";
import { apiPaths } from "../support/api-paths.ts";
import { signUp } from "../support/portal.ts";
import { endProcess } from "../support/server-process.ts";
import { openTestApp } from "../support/test-app.ts";

type Demo = ChildProcessByStdio<null, Readable, Readable>;

/** Starts the demo with its temporary files in a folder of the test. */
function spawnDemo(folder: string, settings: Readonly<Record<string, string>> = {}): Demo {
  const child = spawn(process.execPath, ["scripts/demo.ts"], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      TMPDIR: folder,
      PORT: "0",
      LOG_LEVEL: "warn",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(async () => void (await endProcess(child, "SIGKILL")));
  return child;
}

/** Output of the demo: logins of a customer and of staff. */
const printed =
  /Log in at (\S+)\n +Email: +(\S+)\n +Password: (.+)\n\nStaff log in at \S+\n +Password: (.+)\n +(\S+) +admin\n/;

async function readSignIn(child: Demo) {
  let output = "";
  for await (const chunk of child.stdout) {
    output += String(chunk);
    const found = printed.exec(output);
    if (!found) continue;
    const [, address = "", email = "", password = "", staffPassword = "", staffEmail = ""] = found;
    return { address, email, password, staffPassword, staffEmail };
  }
  throw new Error(`The demo exited:\n${output}`);
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "test-demo-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The desk opens with the printed password, and has cases in every status. */
async function expectDesk(
  origin: string,
  { staffEmail, staffPassword }: { readonly staffEmail: string; readonly staffPassword: string },
) {
  const entry = await fetch(origin + pathOf(deskLoginEndpoints.login), {
    method: "POST",
    headers: { "content-type": "application/json", origin },
    body: JSON.stringify({ email: staffEmail, password: staffPassword }),
  });
  expect(await entry.json()).toEqual({ state: "signed-in" });
  const cookie = String(entry.headers.get("set-cookie")?.split(";")[0]);
  const get = async (url: string) => (await fetch(origin + url, { headers: { cookie } })).json();
  const counts: CaseCounts = await get(pathOf(inboxEndpoints.counts));
  for (const status of ["new", "in-progress", "waiting", "done", "spam"] as const) {
    expect([status, counts.statuses[status] > 0]).toEqual([status, true]);
  }
  for (const form of Object.keys(inboxForms)) {
    // Staff of the demo began no text, and no app delivered a message.
    if (form !== ourTextForm.collection && form !== appForm.collection)
      expect([form, (counts.forms[form] ?? 0) > 0]).toEqual([form, true]);
  }
  const { staff }: StaffListResponse = await get(pathOf(staffEndpoints.list));
  expect(staff).toHaveLength(5);
}

test("the demo has one person with requests and pictures and a desk with cases in every status, and removes its files on exit", async () => {
  const folder = await makeFolder();
  const child = spawnDemo(folder);
  const { address, email, password, ...staff } = await readSignIn(child);
  expect((await fetch(address)).status).toBe(200);
  const { origin } = new URL(address);
  await expectDesk(origin, staff);
  const entry = await fetch(origin + apiPaths.login, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const cookie = String(entry.headers.get("set-cookie")?.split(";")[0]);
  const get = (url: string) => fetch(origin + url, { headers: { cookie } });
  const profile: ProfileResponse = await (await get(apiPaths.profile)).json();
  const requests: RequestResponse[] = await (await get(apiPaths.requests)).json();
  expect(requests).toHaveLength(12);
  expect(requests.filter((request) => !request.requestCompleted)).toHaveLength(1);
  expect(requests.filter((request) => request.dateCompleted === null)).toHaveLength(1);
  expect(requests.some((request) => request.price === null && request.dateCompleted)).toBe(true);
  expect(requests.some((request) => request.picture === null)).toBe(true);
  const pictures = new Set([profile.picture, ...requests.map((request) => request.picture)]);
  pictures.delete(null);
  expect(pictures.size).toBe(4);
  for (const picture of pictures) {
    const response = await get(String(picture));
    expect(response.headers.get("content-type")).toBe("image/webp");
  }
  expect(await endProcess(child, "SIGTERM")).toBe(0);
  expect(await readdir(folder)).toEqual([]);
});

test("with DATA_DIR the demo keeps its person between runs", async () => {
  const dataDir = await makeFolder();
  for (const _time of [1, 2]) {
    // Settings of a real site are ignored: the demo contacts no other service.
    const settings = { CONVERSIONS_FILE: "/none.json", SMTP_URL: "x", STRIPE_SECRET_KEY: "sk" };
    const child = spawnDemo(dataDir, { DATA_DIR: dataDir, ...settings });
    await readSignIn(child);
    expect(await endProcess(child, "SIGTERM")).toBe(0);
  }
  const { app } = await openTestApp(async () => ({ dataDir }));
  const signIn = { email: "june@example.com", password: "seven apples" };
  const response = await app.inject({ method: "POST", url: apiPaths.login, payload: signIn });
  expect(response.json().state).toBe("signed-in");
});

test("the demo refuses to run on data with other accounts", async () => {
  const dataDir = await makeFolder();
  const { app, database } = await openTestApp(async () => readFullConfig({ DATA_DIR: dataDir }));
  await signUp(app);
  const child = spawnDemo(dataDir, { DATA_DIR: dataDir });
  const [errorOutput, [code]] = await Promise.all([
    text(child.stderr),
    once(child, "exit") as Promise<[number]>,
  ]);
  expect([code, errorOutput]).toEqual([1, expect.stringContaining("DATA_DIR has other accounts")]);
  expect(await database.db.selectFrom("accounts").select("uid").execute()).toHaveLength(1);
});
