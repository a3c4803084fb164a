import { expect, test } from "vitest";
import { openProgram } from "../../../../../tests/support/api.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { runOps } from "../../../../../tests/support/ops.ts";
import { newAccount, signUp, signUpConfirmed } from "../../../../../tests/support/portal.ts";
import {
  askForDeletion,
  pressLink,
  readPrivacyRequest,
} from "../../../../../tests/support/privacy.ts";
import { signInStaff } from "../../../../../tests/support/staff.ts";
import { openWebhookSite, type WebhookSite } from "../../../../../tests/support/webhooks.ts";
import { days, minutes } from "../../../../platform/contract/durations.ts";
import { carryOutDeletion } from "../../../privacy/server/requests/carry-out.ts";
import { lockPrivacyRequest } from "../../../privacy/server/requests/privacy-case.ts";
import { commandLine } from "../../../staff/server/write-audit.ts";
import { webhookEndpoints } from "../../contract/webhooks.ts";
import { listReceivers, remindReceivers } from "./deletion-receivers.ts";
import { sweepWebhookLog } from "./sweep.ts";

const taken = ({ receiver }: WebhookSite) =>
  receiver.messages
    .splice(0)
    .map(({ json: { object, sequence, type } }) => `${object.id} ${sequence} ${type}`);

/** Stores a request by its id, each time with another price. */
async function openRequests(site: WebhookSite) {
  const ruth = await signUp(site.app);
  const { call } = await openProgram(site, "requests:write");
  let price = 0;
  const put = (request: string) => {
    price += 1;
    return call(`PUT /requests/${request}`, {
      customer: { uid: ruth.uid },
      requestTitle: "Ride",
      assignedTo: "",
      assignedToUid: "",
      requestCompleted: false,
      dateCompleted: null,
      price,
    });
  };
  return put;
}

describeEachDialect("receivers that were down", (_open, createDatabase) => {
  test("get the events of one object in order, and those of others meanwhile", async () => {
    const site = await openWebhookSite(createDatabase);
    const { id } = await site.add({ topics: ["request"] });
    const put = await openRequests(site);
    let isBroken = true;
    site.receiver.onMessage = ({ json }) => (isBroken && json.object.id === "a" ? 500 : undefined);
    const deliverAll = async () => {
      for (let runs = 0; runs < 6; runs += 1) await site.deliver();
    };
    for (const one of ["a", "b", "a", "b", "a", "b"]) await put(one);
    await deliverAll();
    expect(taken(site).toSorted()).toEqual([
      "a 1 request.created",
      "b 1 request.created",
      "b 2 request.updated",
      "b 3 request.updated",
    ]);
    await put("b");
    isBroken = false;
    await deliverAll();
    expect(taken(site)).toEqual(["b 4 request.updated"]);
    site.clock.now += minutes(1);
    await deliverAll();
    expect(taken(site)).toEqual([
      "a 1 request.created",
      "a 2 request.updated",
      "a 3 request.updated",
    ]);
    expect(await site.readEndpoint(id)).toMatchObject({ failingSince: null });
  });

  test("are sent what they missed by a command, oldest first", async () => {
    const site = await openWebhookSite(createDatabase);
    const { id } = await site.add({ topics: ["request"] });
    const put = await openRequests(site);
    const { config } = site.context;
    const options = {
      dataDir: config.dataDir,
      ...(config.databaseUrl && { databaseUrl: config.databaseUrl }),
      testSettings: { allowLoopback: true },
    };
    const catchUp = async (...args: string[]) => {
      const { code, stdout, stderr } = await runOps(options, "webhooks", "catch-up", id, ...args);
      return [code, `${stdout}${stderr}`, ...taken(site)];
    };
    await put("a");
    await site.deliver();
    taken(site);
    expect(await catchUp()).toEqual([0, "Events sent: 0\n"]);
    await site.call(webhookEndpoints.switchOff, undefined, id);
    for (const one of ["a", "b", "a", "b"]) await put(one);
    site.receiver.onMessage = ({ json }) =>
      json.object.id === "a" && json.sequence === 2 ? 500 : undefined;
    expect(await catchUp()).toEqual([
      1,
      "Events sent: 2\nEvents refused: 1\n",
      "a 2 request.updated",
      "b 1 request.created",
      "b 2 request.updated",
    ]);
    site.receiver.onMessage = () => undefined;
    expect(await catchUp()).toEqual([
      0,
      "Events sent: 2\n",
      "a 2 request.updated",
      "a 3 request.updated",
    ]);
    await site.call(webhookEndpoints.switchOn, undefined, id);
    await site.deliver();
    expect(taken(site)).toEqual([]);
    await put("b");
    await site.deliver();
    expect(taken(site)).toEqual(["b 3 request.updated"]);
    // Two accounts came before: the admin has none, Ruth has.
    expect(await catchUp("--after", "4")).toEqual([
      0,
      "Events sent: 3\n",
      "a 3 request.updated",
      "b 2 request.updated",
      "b 3 request.updated",
    ]);
    expect((await catchUp("--after", "99"))[1]).toBe("There is no position 99.\n");
    expect((await catchUp("--after", "x"))[1]).toBe("A position is a whole number.\n");
  });

  test("are reminded of a deleted account, and the privacy case says who confirmed", async () => {
    const site = await openWebhookSite(createDatabase);
    await site.add({ topics: ["account"] });
    const broken = await site.add({ url: `${site.receiver.origin}/down`, topics: ["account"] });
    await site.add({ url: `${site.receiver.origin}/other`, topics: ["request"] });
    site.receiver.onMessage = ({ url }) => (url === "/down" ? 500 : undefined);
    await signUpConfirmed(site);
    await site.deliver();
    const { email } = newAccount;
    const reference = await askForDeletion(site);
    await pressLink(site, reference);
    await site.database.write(async (trx) => {
      const request = await lockPrivacyRequest(trx, "reference", reference);
      const order = { email, references: [], actor: commandLine };
      await carryOutDeletion(trx, request, order, site.clock.now);
    });
    await site.deliver();
    const deleted = () =>
      site.receiver.messages.filter(
        ({ url, json }) => url === "/down" && json.type === "account.deleted",
      ).length;
    expect(deleted()).toBe(0);
    const found = await site.database.db.selectFrom("privacy_cases").select("id").execute();
    const receivers = async () => {
      const all = await listReceivers(site.database.db, found[0]?.id ?? "");
      return all.map(({ host: _host, id: _id, ...one }) => one);
    };
    const staff = await signInStaff(site, ["privacy"], "Gil Moss");
    expect((await readPrivacyRequest(staff, reference)).receivers).toHaveLength(2);
    const confirmedAt = new Date(site.clock.now).toISOString();
    const start = site.clock.now;
    const states = [[await receivers(), deleted()]];
    for (const after of [days(1) - 1, days(1), days(3), days(7), days(8)]) {
      site.clock.now = start + after;
      await remindReceivers(site.context);
      states.push([await receivers(), deleted()]);
    }
    const confirmed = { confirmedAt, reminders: 0 };
    expect(states).toEqual(
      [0, 0, 1, 2, 3, 3].map((reminders) => [
        [confirmed, { confirmedAt: null, reminders }],
        reminders,
      ]),
    );
    // It was turned off meanwhile, and confirms when it takes the event at last.
    await site.deliver();
    expect(await site.readEndpoint(broken.id)).toMatchObject({ off: { reason: "failing" } });
    site.receiver.onMessage = () => undefined;
    await site.call(webhookEndpoints.switchOn, undefined, broken.id);
    for (let runs = 0; runs < 3; runs += 1) await site.deliver();
    expect((await receivers())[1]?.confirmedAt).not.toBeNull();
    site.clock.now += days(40);
    await sweepWebhookLog(site.context);
    expect(await receivers()).toHaveLength(2);
  });
});
