import type { FastifyReply, FastifyRequest } from "fastify";
import type { CookieName } from "../../contract/stored-items.ts";
import type { Config } from "../config/config.ts";

/** A cookie that only the server reads. */
export interface CookieKind {
  readonly name: CookieName;
  readonly lifetimeMs: number;
}

/** Name of a cookie. With https, the prefix makes browsers reject one set by another host. */
export function cookieName({ publicUrl }: Config, { name }: { readonly name: string }): string {
  return publicUrl?.startsWith("https:") ? `__Host-${name}` : name;
}

function write(
  reply: FastifyReply,
  config: Config,
  kind: CookieKind,
  value: string,
  maxAgeSeconds: number,
): void {
  const secure = config.publicUrl?.startsWith("https:") ? "; Secure" : "";
  reply.header(
    "set-cookie",
    `${cookieName(config, kind)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`,
  );
}

/** @param value must not need quoting; base64url does not */
export function setCookie(
  reply: FastifyReply,
  config: Config,
  kind: CookieKind,
  value: string,
): void {
  write(reply, config, kind, value, Math.floor(kind.lifetimeMs / 1000));
}

export function clearCookie(reply: FastifyReply, config: Config, kind: CookieKind): void {
  write(reply, config, kind, "", 0);
}

/** The cookie's value, or undefined if missing or empty. */
export function readCookie(
  request: FastifyRequest,
  config: Config,
  kind: CookieKind,
): string | undefined {
  const name = cookieName(config, kind);
  for (const pair of request.headers.cookie?.split(";") ?? []) {
    const mark = pair.indexOf("=");
    if (pair.slice(0, mark).trim() === name) return pair.slice(mark + 1).trim() || undefined;
  }
  return undefined;
}
