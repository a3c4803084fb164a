import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly contentType: string | undefined;
  readonly referer: string | undefined;
  readonly cookie: string | undefined;
  readonly body: string;
}

/** An ad company's fake server, with the settings file that points to it. */
export interface AdCompany {
  readonly requests: ReceivedRequest[];
  readonly origin: string;
  /** Environment variables for the server. */
  readonly settings: Readonly<Record<string, string>>;
  /** Sets the status and headers of following responses. */
  respondWith(status: number, headers?: Readonly<Record<string, string>>): void;
}

type OnEnd = (end: () => void | Promise<void>) => void;

/** One transparent pixel. */
const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

/** Writes a settings file, removed after the test. @returns its path */
export async function writeConversions(
  settings: unknown,
  onEnd: OnEnd = onTestFinished,
): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "test-conversions-"));
  onEnd(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, "conversions.json");
  await writeFile(file, typeof settings === "string" ? settings : JSON.stringify(settings));
  return file;
}

type SourceSettings = Readonly<Record<string, unknown>>;

/**
 * @param onEnd registers the cleanup; the end of the test by default
 * @param sources the settings file's sources; by default `talroo` below
 */
export async function startAdCompany(
  onEnd: OnEnd = onTestFinished,
  sources: (
    talroo: SourceSettings & { readonly events: readonly SourceSettings[] },
    origin: string,
  ) => Readonly<Record<string, SourceSettings>> = (talroo) => ({ talroo }),
): Promise<AdCompany> {
  const requests: ReceivedRequest[] = [];
  let configured = { status: 200, headers: {} };
  const server = http.createServer(async (request, response) => {
    const { method = "", url = "", headers } = request;
    const body = await text(request);
    const { "content-type": contentType, referer, cookie } = headers;
    requests.push({ method, url, contentType, referer, cookie, body });
    if (url.startsWith("/pixel")) {
      response.writeHead(200, { "content-type": "image/gif" }).end(gif);
      return;
    }
    response.writeHead(configured.status, configured.headers).end(`heard ${"x".repeat(1000)}`);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const post = (name: string) => ({
    name,
    method: "POST",
    urlTemplate: `${origin}/disposition/v1/events`,
    headers: { "content-type": "application/json" },
    bodyTemplate:
      '{"tlr_sid":"{tlr_sid}","event":"{event}","raw_event":"{reference}","event_time":"{event_time_iso}"}',
  });
  const talroo = {
    clickId: "tlr_sid",
    advertiserId: "77",
    events: [
      {
        name: "completed",
        method: "GET",
        urlTemplate: `${origin}/conversion2.php?p={advertiser_id}&sid={tlr_sid}`,
      },
      {
        name: "qualified",
        method: "GET",
        urlTemplate: `${origin}/conversion3.php?sid={tlr_sid}&m={market}&t={track}`,
        onlyIf: "qualified",
      },
      post("hired"),
      post("rejected"),
    ],
    pixel: { urlTemplate: `${origin}/pixel?p={advertiser_id}&sid={tlr_sid}` },
  };
  const settings = { allowLoopback: true, sources: sources(talroo, origin) };
  const file = await writeConversions(settings, onEnd);
  return {
    requests: requests,
    origin,
    settings: { CONVERSIONS_FILE: file },
    respondWith: (status, headers = {}) => {
      configured = { status, headers };
    },
  };
}
