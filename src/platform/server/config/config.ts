import path from "node:path";
import { looksLikeEmail } from "../../contract/form-engine/rules.ts";
import { type BackupSettings, parseBackupUrl } from "./backup-settings.ts";
import { parseDatabaseUrl } from "./database-url.ts";
import {
  type AwsSettings,
  type ObjectStoreSettings,
  parseFilesUrl,
  readAwsSettings,
} from "./object-store-settings.ts";
import { type Environment, SettingReader } from "./setting-reader.ts";
import { isMailbox, readStaffEmails, type StaffEmails } from "./staff-emails.ts";
import { readTracingSettings, type TracingSettings } from "./tracing-settings.ts";

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
const secondFactors = ["required", "optional"] as const;
/** Maximum delay of a stop, in seconds. */
const maxStopDelaySeconds = 60;
/** Maximum age of a cached page after an upgrade, in seconds. */
const maxCacheSeconds = 3600;
const onOff = ["on", "off"] as const;

/** What tests and the demo change; no environment variable does. */
export interface TestSettings {
  /** Requests to addresses that people set may also go to this computer, by plain http. */
  readonly allowLoopback?: boolean;
  /** See `DatabaseOptions`: most tests use few of the connections. */
  readonly connectsLater?: boolean;
}

/** The server's settings, read once at startup; features add theirs with `declare module`. */
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
  readonly staffSecondFactor: (typeof secondFactors)[number];
  /** False for a restored copy that is only tried out: it sends and removes nothing by itself. */
  readonly backgroundJobs: boolean;
}

/** What a feature announces for the settings. It adds the types of its own to `Config`. */
export interface FeatureSettings {
  /** Collections whose new records staff can be notified of. */
  readonly collections?: readonly string[];
  readonly read?: (settings: SettingReader) => Partial<Config>;
}

export class ConfigError extends Error {
  override name = "ConfigError";
}

/**
 * Reads the settings from the environment; only this function does.
 * @param features without them, the config lacks their settings: for programs of the platform
 * @throws ConfigError that lists every error
 */
export function readConfig(
  env: Environment,
  testSettings: TestSettings = {},
  features?: readonly FeatureSettings[],
): Config {
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
      settings.fail("FILES_URL", error),
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
      (name, error) => settings.fail(name, error),
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
      features?.flatMap(({ collections = [] }) => collections),
      (error) => settings.fail("STAFF_EMAIL_BY_FORM", error),
    ),
    staffSecondFactor: settings.choose("STAFF_SECOND_FACTOR", secondFactors, "required"),
    backgroundJobs: settings.choose("BACKGROUND_JOBS", onOff, "on") === "on",
    ...Object.assign({}, ...(features ?? []).map(({ read }) => read?.(settings))),
  });
  if (settings.errors.length > 0) {
    throw new ConfigError(`These settings are invalid:\n${settings.errors.join("\n")}`);
  }
  return config;
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
  const fail = (error: string) => settings.fail("BACKUP_URL", error);
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
