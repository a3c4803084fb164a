import { isOwnNetwork } from "./own-network.ts";

/** The usual AWS variables, also used for other object stores. */
export interface AwsSettings {
  readonly accessKeyId: string | undefined;
  readonly secretAccessKey: string | undefined;
  readonly sessionToken: string | undefined;
  readonly region: string | undefined;
}

/** A bucket of an S3-compatible store, or a folder in it. */
export interface ObjectStoreSettings {
  /** Base address of the bucket, without a trailing slash. */
  readonly url: string;
  /** Folder in the bucket, ending with a slash; empty without one. */
  readonly folder: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | undefined;
}

type Names = "AWS_ACCESS_KEY_ID" | "AWS_SECRET_ACCESS_KEY" | "AWS_SESSION_TOKEN" | "AWS_REGION";

/** Reads the keys without checking them: without `FILES_URL` they may be for other programs. */
export function readAwsSettings(read: (name: Names) => string | undefined): AwsSettings {
  return {
    accessKeyId: read("AWS_ACCESS_KEY_ID"),
    secretAccessKey: read("AWS_SECRET_ACCESS_KEY"),
    sessionToken: read("AWS_SESSION_TOKEN"),
    region: read("AWS_REGION"),
  };
}

const form = "use an address like s3://bucket?region=us-east-1 or s3://bucket?endpoint=https://…";
/** The region that stores without regions expect. */
const anyRegion = "us-east-1";

/**
 * Parses `s3://bucket/folder?region=…&endpoint=…`; the folder and one of the parameters are
 * optional. Undefined if the address is unset or invalid.
 * @param fail receives each error
 */
export function parseFilesUrl(
  text: string | undefined,
  aws: AwsSettings,
  fail: (error: string) => void,
): ObjectStoreSettings | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (url?.protocol !== "s3:" || !isPlain(url) || !isBucket(url.hostname)) return void fail(form);
  const { searchParams, hostname: bucket } = url;
  const unknown = [...searchParams.keys()].find((name) => !["region", "endpoint"].includes(name));
  if (unknown !== undefined) fail(`there is no "${unknown}"; ${form}`);
  const endpoint = searchParams.get("endpoint") ?? undefined;
  const region = searchParams.get("region") ?? aws.region ?? (endpoint && anyRegion) ?? "";
  if (!/^[a-z0-9-]{1,40}$/i.test(region)) fail("add ?region=, or set AWS_REGION");
  const path = url.pathname.replace(/^\//, "").replace(/\/$/, "");
  if (path !== "" && !/^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/.test(path)) {
    fail("use letters, digits, dots and hyphens for the folder");
  }
  const { accessKeyId = "", secretAccessKey = "", sessionToken } = aws;
  if (accessKeyId === "" || secretAccessKey === "") {
    fail("set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, too");
  }
  return {
    url: endpoint ? `${readEndpoint(endpoint, fail)}/${bucket}` : urlAtAws(bucket, region),
    folder: path === "" ? "" : `${path}/`,
    region,
    accessKeyId,
    secretAccessKey,
    sessionToken,
  };
}

/** Names of buckets (docs.aws.amazon.com: Bucket naming rules). */
function isBucket(text: string): boolean {
  return /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text);
}

function isPlain({ username, password, port, hash }: URL): boolean {
  return [username, password, port, hash].every((part) => part === "");
}

function urlAtAws(bucket: string, region: string): string {
  const host = `s3.${region}.amazonaws.com`;
  // The wildcard certificate covers one label in front of the host.
  return bucket.includes(".") ? `https://${host}/${bucket}` : `https://${bucket}.${host}`;
}

function readEndpoint(text: string, fail: (error: string) => void): string {
  const url = URL.parse(text);
  const isWeb = url !== null && ["http:", "https:"].includes(url.protocol);
  if (!isWeb || url.username !== "" || url.search !== "" || url.hash !== "") {
    fail("use an endpoint like https://s3.example.com");
  } else if (url.protocol === "http:" && !isOwnNetwork(url.hostname)) {
    fail("use https for the endpoint: files must not be sent in the clear");
  }
  return text.endsWith("/") ? text.slice(0, -1) : text;
}
