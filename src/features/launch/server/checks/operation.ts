import { days, hours, minutes } from "../../../../platform/contract/durations.ts";
import {
  readLastBackup,
  readLastRestore,
} from "../../../../platform/server/db/backup/last-backup.ts";
import { readClockState } from "../../../../platform/server/jobs/clock-guard.ts";
import { readSeen } from "../../../../platform/server/last-seen.ts";
import { readRules } from "../../../retention/server/rules.ts";
import { listStaff } from "../../../staff/server/list-staff.ts";
import { whyNot } from "../ask.ts";
import { askTime } from "../ask-time.ts";
import { type Check, noAddress, ok, publicAddress, showDay, todo, wrong } from "../check.ts";

/** As in the alert on backups. */
const backupMs = hours(26);
const restoreMs = days(7);
/** Prometheus asks much more often. */
const metricsMs = minutes(15);
/** Codes of authenticators are valid for this long. */
const maxOffsetMs = minutes(0.5);

const admins: Check = {
  id: "admins",
  area: "Desk",
  title: "Two admins with passkeys",
  async find({ config, database }) {
    if (config.staffSecondFactor !== "required") {
      return wrong("Staff may log in with a password alone.", "Remove STAFF_SECOND_FACTOR.");
    }
    const staff = await listStaff(database.db);
    const active = staff.filter((one) => one.state === "active" && one.roles.includes("admin"));
    const count = active.filter((one) => one.secondFactor === "passkey").length;
    if (count >= 2) return ok(`${count} admins have a passkey.`);
    return todo(
      `${active.length} people are admins, ${count} of them with a passkey.`,
      "Invite a second admin (ops staff add), and let both add a passkey under My sign-in: one who loses it cannot let themselves in.",
    );
  },
};

const retention: Check = {
  id: "retention",
  area: "Desk",
  title: "Retention",
  async find({ database }) {
    const count = Object.keys(await readRules(database.db)).length;
    if (count > 0) return ok(`${count} kinds of records are deleted after their time.`);
    return todo(
      "Records are kept forever.",
      "Set how long each kind is kept, in the desk's settings.",
    );
  },
};

const backup: Check = {
  id: "backup",
  area: "Data and operation",
  title: "Backup",
  async find({ config, now }) {
    const at = await readLastBackup(config.dataDir);
    const next = "Turn on the timer of the nightly backup (docs/deploy.md).";
    if (at === undefined) return wrong("No backup was ever made.", next);
    const words = `The last one was made on ${showDay(at)}.`;
    return now() - at > backupMs ? wrong(words, next) : ok(words);
  },
};

const restore: Check = {
  id: "restore",
  area: "Data and operation",
  title: "Restored as a test",
  async find({ config, now }) {
    const at = await readLastRestore(config.dataDir);
    const next =
      "Run ops backup --verify with the newest backup, each week (docs/deploy.md). If another machine does it, let it touch DATA_DIR/last-restore here.";
    if (at === undefined) return todo("No backup was restored as a test.", next);
    const words = `The last test was on ${showDay(at)}.`;
    return now() - at > restoreMs ? todo(words, next) : ok(words);
  },
};

const alerts: Check = {
  id: "alerts",
  area: "Data and operation",
  title: "Alerts",
  async find({ config, database, now }) {
    const next = "Set METRICS_TOKEN, and let Prometheus read /metrics with it (docs/deploy.md).";
    if (config.metricsToken === undefined) return todo("No program reads the metrics.", next);
    const seen = await readSeen(database.db, "metrics");
    if (!seen) return todo("The metrics have not been read with the token yet.", next);
    return now() - seen.at > metricsMs
      ? wrong(`The metrics were last read on ${showDay(seen.at)}.`, next)
      : ok("A program reads the metrics.");
  },
};

const clock: Check = {
  id: "clock",
  area: "Data and operation",
  title: "Clock",
  async find(context) {
    const { config, database } = context;
    const state = await readClockState(database.db);
    if (state?.doubtedAt != null) {
      return wrong("The server doubts its clock: jobs that delete wait.", "Run ops clock.");
    }
    if (!publicAddress(context)) return noAddress;
    try {
      const offset = await askTime(config.launch?.timeServer);
      const words = `It is ${(Math.abs(offset) / 1000).toFixed(1)} seconds from the time of the internet.`;
      if (Math.abs(offset) < maxOffsetMs) return ok(words);
      return wrong(words, "Turn on systemd-timesyncd or chrony (docs/deploy.md).");
    } catch (error) {
      return todo(
        `A time server could not be asked, because ${whyNot(error)}.`,
        "Look whether timedatectl says “System clock synchronized: yes”.",
      );
    }
  },
};

export const operationChecks: readonly Check[] = [
  admins,
  retention,
  backup,
  restore,
  alerts,
  clock,
];
