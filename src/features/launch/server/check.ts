import { isIP } from "node:net";
import type { AppContext } from "../../../platform/server/app-context.ts";
import { unrealHost } from "../../../platform/server/config/doubtful-settings.ts";
import type { LaunchArea, LaunchItem } from "../contract/launch.ts";

/** What checks read; both the desk and the command have it. */
export type LaunchContext = Pick<AppContext, "config" | "database" | "now">;

export interface Finding {
  readonly state: LaunchItem["state"];
  readonly found: string;
  readonly next: string | null;
}

/** One check, or several of which the number depends on what is found. */
export interface Check {
  readonly id: string;
  readonly area: LaunchArea;
  readonly title: string;
  readonly find: (context: LaunchContext) => Finding | Promise<Finding>;
}

/**
 * The site's address, if it can be reached from the internet. Without one nothing outside is asked:
 * a site that is only tried out must not.
 */
export function publicAddress({ config }: LaunchContext): URL | undefined {
  const url = config.publicUrl === undefined ? null : URL.parse(config.publicUrl);
  if (url?.protocol !== "https:") return undefined;
  if (config.launch) return url;
  const isName = isIP(url.hostname.replace(/^\[|\]$/g, "")) === 0 && url.hostname.includes(".");
  return isName && !unrealHost.test(url.hostname) ? url : undefined;
}

export const ok = (found: string): Finding => ({ state: "ok", found, next: null });
export const todo = (found: string, next: string): Finding => ({ state: "todo", found, next });
export const wrong = (found: string, next: string): Finding => ({ state: "wrong", found, next });

export const noAddress = todo("The site has no public address yet.", "Set PUBLIC_URL first.");

/** "November 28, 2026". @param time milliseconds since 1970 */
export function showDay(time: number): string {
  return new Date(time).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
}
