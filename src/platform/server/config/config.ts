import path from "node:path";
import { looksLikeEmail } from "../../contract/form-engine/rules.ts";
import { type BackupSettings, parseBackupUrl } from "./backup-settings.ts";
import { type ConversionSettings, readConversionSettings } from "./conversion-settings.ts";
import { parseDatabaseUrl } from "./database-url.ts";
import { type ListmonkSettings, readListmonkSettings } from "./listmonk-settings.ts";
import {
  type AwsSettings,
  type ObjectStoreSettings,
  parseFilesUrl,
  readAwsSettings,
} from "./object-store-settings.ts";
import { isMailbox, readStaffEmails, type StaffEmails } from "./staff-emails.ts";
import { readTracingSettings, type TracingSettings } from "./tracing-settings.ts";

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
const secondFactors = ["required", "optional"] as const;
/** Maximum delay of a stop, in seconds. */
const maxStopDelaySeconds = 60;
/** Maximum age of a cached page after an upgrade, in seconds. */
const maxCacheSeconds = 3600;
const onOff = ["on", "off"] as const;

export type Environment = Readonly<Record<string, string | undefined>>;

/** What tests and the demo change; no environment variable does. */
export interface TestSettings {
  readonly stripeApiUrl?: string;
  /** Webhooks may also go to this computer, by plain http. */
  readonly webhookLoopback?: boolean;
}

export interface Config extends TestSettings {
  readonly port: number;
  readonly host: string;
  /** Public origin, without a trailing slash; unset: the one the server listens on. */
  readonly publicUrl: string | undefined;
  readonly dataDir: string;
  /** URL of PostgreSQL, with one host or several; unset: SQLite in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** The object store with people's files; unset: they are in `dataDir`. */
  readonly objectStore: ObjectStoreSettings | undefined;
  /** Keys of object stores; ignored without one. */
  readonly aws: AwsSettings;
  /** Destination of the continuous backup of SQLite; unset: none is made. */
  readonly backup: BackupSettings | undefined;
  /** How far back the continuous backup reaches, in days. */
  readonly backupDays: number;
  /** Uploads are rejected if less than this is free on the disk of `dataDir`. */
  readonly minFreeDiskBytes: number;
  /** Trust `X-Forwarded-For` of the proxy in front. */
  readonly trustProxy: boolean;
  /** How long a stopping server still serves, so that proxies stop routing to it first. */
  readonly stopDelaySeconds: number;
  /** How long a CDN may cache public pages; 0: not at all. */
  readonly cdnCacheSeconds: number;
  readonly logLevel: (typeof logLevels)[number];
  /** Turned off only for load tests. */
  readonly rateLimits: boolean;
  /** Bearer token for /metrics; unset: only local requests may read it. */
  readonly metricsToken: string | undefined;
  /** Where traces go; unset: tracing is off. */
  readonly tracing: TracingSettings | undefined;
  /** Email server; unset: each email is written to a file in `DATA_DIR/outbox`. */
  readonly smtpUrl: string | undefined;
  /** Sender of all emails; unset: the support address in brand.ts. */
  readonly mailFrom: string | undefined;
  /** Addresses for notices of new records; unset: none are sent. */
  readonly staffEmails: StaffEmails;
  /** Bearer token for inbound emails; unset: none are accepted. */
  readonly inboundMailToken: string | undefined;
  /** Address for email replies, to which each case adds its code; unset: `MAIL_FROM`. */
  readonly inboundMailAddress: string | undefined;
  /** Name of the receiving mail server in its `Authentication-Results`; unset: none is trusted. */
  readonly inboundMailAuthServer: string | undefined;
  readonly staffSecondFactor: (typeof secondFactors)[number];
  readonly newsletterDoubleOptIn: boolean;
  /** The mail tool that sends the newsletter; unset: none. */
  readonly listmonk: ListmonkSettings | undefined;
  /** Key of the card payment provider; unset: payments run in the sandbox. */
  readonly stripeSecretKey: string | undefined;
  readonly stripeWebhookSecret: string | undefined;
  /** False for a restored copy that is only tried out: it sends and removes nothing by itself. */
  readonly backgroundJobs: boolean;
  /** Which events are reported to which ad companies; without the file, none. */
  readonly conversions: ConversionSettings;
}

export class ConfigError extends Error {
  override name = "ConfigError";
}

/**
 * Reads the settings from the environment; only this function does.
 * @throws ConfigError that lists every error
 */
export function readConfig(env: Environment, testSettings: TestSettings = {}): Config {
  const settings = new SettingReader(env);
  const aws = readAwsSettings((name) => settings.read(name));
  const config = Object.freeze({
    ...testSettings,
    port: Number(settings.read("PORT", isPort, "use 0 to 65535") ?? 3000),
    host: settings.read("HOST") ?? "127.0.0.1",
    publicUrl: originOf(
      settings.read(
        "PUBLIC_URL",
        (text) => originOf(text) !== undefined,
        "use an address like https://www.example.com, without a path",
      ),
    ),
    dataDir: dataDirOf(settings),
    databaseUrl: settings.try("DATABASE_URL", parseDatabaseUrl),
    objectStore: parseFilesUrl(settings.read("FILES_URL"), aws, (error) =>
      settings.errors.push(`  FILES_URL: ${error}`),
    ),
    aws,
    backup: readBackup(settings, aws),
    backupDays: Number(settings.read("BACKUP_DAYS", isDays, "use 1 to 999") ?? 30),
    minFreeDiskBytes:
      1024 * 1024 * Number(settings.read("MIN_FREE_DISK_MB", isMegabytes, "use 0 or more") ?? 256),
    trustProxy: settings.choose("TRUST_PROXY", onOff, "off") === "on",
    stopDelaySeconds: Number(
      settings.read("STOP_DELAY_SECONDS", isStopDelay, `use 0 to ${maxStopDelaySeconds}`) ?? 0,
    ),
    cdnCacheSeconds: Number(
      settings.read("CDN_CACHE_SECONDS", isCacheTime, `use 0 to ${maxCacheSeconds}`) ?? 0,
    ),
    logLevel: settings.choose("LOG_LEVEL", logLevels, "info"),
    rateLimits: settings.choose("RATE_LIMITS", onOff, "on") === "on",
    metricsToken: settings.read("METRICS_TOKEN"),
    tracing: readTracingSettings(
      (name) => settings.read(name),
      (name, error) => settings.errors.push(`  ${name}: ${error}`),
    ),
    smtpUrl: settings.read(
      "SMTP_URL",
      (text) => /^smtps?:\/\//.test(text) && URL.canParse(text),
      "use an address like smtp://user:password@host:587",
    ),
    mailFrom: settings.read("MAIL_FROM", isMailbox, "use an email address"),
    staffEmails: readStaffEmails(
      settings.read("STAFF_EMAIL", looksLikeEmail, "use an email address"),
      settings.read("STAFF_EMAIL_BY_FORM"),
      (error) => settings.errors.push(`  STAFF_EMAIL_BY_FORM: ${error}`),
    ),
    inboundMailToken: settings.read(
      "INBOUND_MAIL_TOKEN",
      (text) => /^[\x21-\x7e]{32,}$/.test(text),
      "use at least 32 characters without spaces, such as the output of `openssl rand -hex 32`",
    ),
    inboundMailAddress: settings.read(
      "INBOUND_MAIL_ADDRESS",
      (text) => looksLikeEmail(text) && /^[^+@\s]{1,20}@/.test(text),
      "use an email address like reply@example.com",
    ),
    inboundMailAuthServer: settings.read(
      "INBOUND_MAIL_AUTH_SERVER",
      (text) => /^[\w.-]{1,255}$/.test(text),
      "use the name that your mail server writes into Authentication-Results, such as mx.example.com",
    ),
    staffSecondFactor: settings.choose("STAFF_SECOND_FACTOR", secondFactors, "required"),
    newsletterDoubleOptIn: settings.choose("NEWSLETTER_DOUBLE_OPT_IN", onOff, "off") === "on",
    listmonk: readListmonkSettings(
      (name) => settings.read(name),
      (name, error) => settings.errors.push(`  ${name}: ${error}`),
    ),
    stripeSecretKey: settings.read(
      "STRIPE_SECRET_KEY",
      (text) => !/^(?:pk|whsec)_/.test(text),
      "use the secret key",
    ),
    stripeWebhookSecret: settings.read(
      "STRIPE_WEBHOOK_SECRET",
      (text) => !/^[psr]k_/.test(text),
      "use the secret of the webhook",
    ),
    backgroundJobs: settings.choose("BACKGROUND_JOBS", onOff, "on") === "on",
    conversions: readConversionSettings(settings.read("CONVERSIONS_FILE"), (error) =>
      settings.errors.push(`  CONVERSIONS_FILE: ${error}`),
    ),
  });
  if (settings.errors.length > 0) {
    throw new ConfigError(`These settings are invalid:\n${settings.errors.join("\n")}`);
  }
  return config;
}

/**
 * Reads settings without a schema library, which would take a third of the server's startup time.
 */
class SettingReader {
  readonly errors: string[] = [];
  readonly #env: Environment;

  constructor(env: Environment) {
    this.#env = env;
  }

  /** The text of a setting; empty counts as unset. */
  read(name: string, fits?: (text: string) => boolean, advice?: string): string | undefined {
    const text = this.#env[name];
    if (text === undefined || text === "") return undefined;
    if (fits && !fits(text)) this.errors.push(`  ${name}: ${advice}`);
    return text;
  }

  /** The text of a setting that a parser accepts; the parser's error is the advice. */
  try(name: string, parse: (text: string) => unknown): string | undefined {
    const text = this.read(name);
    try {
      if (text !== undefined) parse(text);
    } catch (error) {
      this.errors.push(`  ${name}: ${error instanceof Error ? error.message : error}`);
    }
    return text;
  }

  /** Reads a setting with a fixed set of values. */
  choose<Choice extends string>(
    name: string,
    choices: readonly Choice[],
    fallback: Choice,
  ): Choice {
    const text = this.read(name);
    const choice = choices.find((item) => item === text);
    if (text !== undefined && !choice) this.errors.push(`  ${name}: use ${choices.join(", ")}`);
    return choice ?? fallback;
  }
}

function dataDirOf(settings: SettingReader): string {
  return path.resolve(settings.read("DATA_DIR") ?? "data");
}

/** Normalizes a URL to its origin, as browsers send it; undefined if invalid. */
function originOf(text: string | undefined): string | undefined {
  if (!text || !/^https?:\/\/[^/?#@\s]+\/?$/i.test(text)) return undefined;
  return URL.parse(text)?.origin;
}

function readBackup(settings: SettingReader, aws: AwsSettings): BackupSettings | undefined {
  const fail = (error: string) => settings.errors.push(`  BACKUP_URL: ${error}`);
  const text = settings.read("BACKUP_URL");
  if (text !== undefined && settings.read("DATABASE_URL") !== undefined) {
    fail("copies a SQLite database; docs/deploy.md says how to back up PostgreSQL");
  }
  return parseBackupUrl(text, aws, dataDirOf(settings), fail);
}

function isDays(text: string): boolean {
  return /^[1-9]\d{0,2}$/.test(text);
}

function isCacheTime(text: string): boolean {
  return /^\d{1,4}$/.test(text) && Number(text) <= maxCacheSeconds;
}

function isStopDelay(text: string): boolean {
  return /^\d{1,2}$/.test(text) && Number(text) <= maxStopDelaySeconds;
}

function isMegabytes(text: string): boolean {
  return /^\d{1,9}$/.test(text);
}

function isPort(text: string): boolean {
  return /^\d+$/.test(text) && Number(text) <= 65_535;
}

/** The site's origin without a trailing slash: the public one, or where the server listens. */
export function siteOrigin({ publicUrl, host, port }: Config): string {
  return publicUrl ?? `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
