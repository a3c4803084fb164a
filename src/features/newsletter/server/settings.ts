import type { FeatureSettings } from "../../../platform/server/config/config.ts";
import { isOwnNetwork } from "../../../platform/server/config/own-network.ts";
import type { SettingReader } from "../../../platform/server/config/setting-reader.ts";
import { newsletter } from "../contract/newsletter.ts";

/** One list of a listmonk server, which sends the newsletter. */
export interface ListmonkSettings {
  /** Base address, without a trailing slash. */
  readonly url: string;
  readonly user: string;
  readonly token: string;
  readonly listId: number;
}

export const newsletterSettings: FeatureSettings = {
  collections: [newsletter.collection],
  read: (settings) => ({
    newsletterDoubleOptIn:
      settings.choose("NEWSLETTER_DOUBLE_OPT_IN", ["on", "off"], "off") === "on",
    listmonk: readListmonkSettings(settings),
  }),
};

/** The settings of the mail tool; undefined without `LISTMONK_URL`. */
function readListmonkSettings(settings: SettingReader): ListmonkSettings | undefined {
  const text = settings.read("LISTMONK_URL");
  const others = ["LISTMONK_USER", "LISTMONK_TOKEN", "LISTMONK_LIST_ID"] as const;
  if (text === undefined) {
    for (const name of others)
      if (settings.read(name) !== undefined) settings.fail(name, "set LISTMONK_URL, too");
    return undefined;
  }
  const [user, token, list] = others.map((name) => {
    const value = settings.read(name);
    if (value === undefined) settings.fail(name, "set it: LISTMONK_URL needs it");
    return value ?? "";
  });
  if (list && !/^[1-9]\d{0,8}$/.test(list)) {
    settings.fail("LISTMONK_LIST_ID", "use the number of a list, like 3");
  }
  const url = URL.parse(text);
  const isPlain = url !== null && url.username === "" && url.search === "" && url.hash === "";
  if (!isPlain || !["http:", "https:"].includes(url.protocol)) {
    settings.fail("LISTMONK_URL", "use an address like https://lists.example.com");
  } else if (url.protocol === "http:" && !isOwnNetwork(url.hostname)) {
    settings.fail("LISTMONK_URL", "use https: the token must not be sent in the clear");
  }
  return {
    url: text.endsWith("/") ? text.slice(0, -1) : text,
    user: user ?? "",
    token: token ?? "",
    listId: Number(list),
  };
}

declare module "../../../platform/server/config/config.ts" {
  interface Config {
    /** Whether people confirm by email before they get the newsletter. */
    readonly newsletterDoubleOptIn: boolean;
    /** The mail tool that sends the newsletter; unset: none. */
    readonly listmonk: ListmonkSettings | undefined;
  }
}
