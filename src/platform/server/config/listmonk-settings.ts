import { isOwnNetwork } from "./own-network.ts";

/** One list of a listmonk server, which sends the newsletter. */
export interface ListmonkSettings {
  /** Base address, without a trailing slash. */
  readonly url: string;
  readonly user: string;
  readonly token: string;
  readonly listId: number;
}

type Names = "LISTMONK_URL" | "LISTMONK_USER" | "LISTMONK_TOKEN" | "LISTMONK_LIST_ID";

/**
 * Reads the settings of the mail tool; undefined without `LISTMONK_URL`.
 * @param read reads a setting
 * @param fail receives each error, with the setting's name
 */
export function readListmonkSettings(
  read: (name: Names) => string | undefined,
  fail: (name: Names, error: string) => void,
): ListmonkSettings | undefined {
  const text = read("LISTMONK_URL");
  const others = ["LISTMONK_USER", "LISTMONK_TOKEN", "LISTMONK_LIST_ID"] as const;
  if (text === undefined) {
    for (const name of others) if (read(name) !== undefined) fail(name, "set LISTMONK_URL, too");
    return undefined;
  }
  const [user, token, list] = others.map((name) => {
    const value = read(name);
    if (value === undefined) fail(name, "set it: LISTMONK_URL needs it");
    return value ?? "";
  });
  if (list && !/^[1-9]\d{0,8}$/.test(list)) {
    fail("LISTMONK_LIST_ID", "use the number of a list, like 3");
  }
  const url = URL.parse(text);
  const isPlain = url !== null && url.username === "" && url.search === "" && url.hash === "";
  if (!isPlain || !["http:", "https:"].includes(url.protocol)) {
    fail("LISTMONK_URL", "use an address like https://lists.example.com");
  } else if (url.protocol === "http:" && !isOwnNetwork(url.hostname)) {
    fail("LISTMONK_URL", "use https: the token must not be sent in the clear");
  }
  return {
    url: text.endsWith("/") ? text.slice(0, -1) : text,
    user: user ?? "",
    token: token ?? "",
    listId: Number(list),
  };
}
