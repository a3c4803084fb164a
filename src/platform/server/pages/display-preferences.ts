import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  type DisplayGroup,
  displayClasses,
  displayCookie,
  displayCookiePattern,
  displayCookieSeconds,
} from "../../contract/display-preferences.ts";
import { paths } from "../../contract/paths.ts";
import { siteEndpoints } from "../../contract/site.ts";
import { stillMedia } from "../../contract/still-media.ts";
import type { Config } from "../config/config.ts";
import { registerEndpoint } from "../http/register-endpoint.ts";

const groups = Object.keys(displayClasses) as DisplayGroup[];

/** Active classes, at most one per group, in the order of the groups. */
type DisplayPreferences = readonly string[];

/** Reads the preferences from a Cookie header; unknown values are ignored. */
export function readDisplayPreferences(cookies: string): DisplayPreferences {
  const sent = displayCookiePattern.exec(cookies)?.[1]?.split(".") ?? [];
  return groups.flatMap((group) => displayClasses[group].find((name) => sent.includes(name)) ?? []);
}

/**
 * Applies the preferences to a document: classes, pressed buttons of every panel, and still
 * pictures. The head's style, whose hash is in the CSP, is not changed.
 */
export function applyDisplayPreferences(document: string, reading: DisplayPreferences): string {
  const split = document.indexOf("<body>");
  let body = document.slice(split);
  for (const group of groups) {
    const chosen = displayClasses[group].find((name) => reading.includes(name));
    if (!chosen) continue;
    const press = (choice: string, pressed: boolean) =>
      `value="${choice}" aria-pressed="${pressed}" name="${group}"`;
    body = body
      .replaceAll(press("", true), press("", false))
      .replaceAll(press(chosen, false), press(chosen, true));
  }
  if (reading.includes("still")) body = body.replaceAll(stillMedia.device, stillMedia.always);
  const head = document.slice(0, split).replace("<html", `<html class="${reading.join(" ")}"`);
  return head + body;
}

/**
 * Sets one preference, for our script, which has already applied it, or for a button without
 * scripts, which gets a redirect back to its page.
 */
export function registerDisplayPreferences(app: FastifyInstance, config: Config): void {
  registerEndpoint(app, siteEndpoints.displayPreferences, { config }, async (call) => {
    const { request, reply, body: sent } = call;
    const kept = readDisplayPreferences(request.headers.cookie ?? "");
    const reading = groups.flatMap((group) => {
      const names: readonly string[] = displayClasses[group];
      const wanted = sent[group];
      return (
        names.find((name) => (wanted === undefined ? kept.includes(name) : name === wanted)) ?? []
      );
    });
    reply.header("set-cookie", writeCookie(reading, config));
    // A native post expects its page back.
    if (request.headers["sec-fetch-dest"] === "empty") return reply.code(204).send();
    return reply.redirect(referringPage(request), 303);
  });
}

/** Not HttpOnly, since scripts read it too. */
function writeCookie(reading: DisplayPreferences, config: Config): string {
  const seconds = reading.length > 0 ? displayCookieSeconds : 0;
  const secure = config.publicUrl?.startsWith("https:") ? "; Secure" : "";
  const value = reading.join(".");
  return `${displayCookie}=${value}; Path=/; SameSite=Lax; Max-Age=${seconds}${secure}`;
}

/** Path of the page with the pressed button; never a URL of another site. */
function referringPage(request: FastifyRequest): string {
  const before = URL.parse(request.headers.referer ?? "");
  if (!before) return paths.home;
  return `/${before.pathname.replace(/^[/\\]+/, "")}${before.search}`;
}
