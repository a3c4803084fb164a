export interface DatabaseAddress {
  /** The servers in the order in which they are tried, each with its own URL. */
  readonly servers: readonly { readonly host: string; readonly url: string }[];
  /** Whether only a server that accepts writes may be used; always with several servers. */
  readonly needsWrites: boolean;
}

const form = "use an address like postgres://user:password@host/name";
const writable: readonly string[] = ["read-write", "primary"];

/**
 * Reads DATABASE_URL with one host or with several, separated by commas, as libpq does.
 * @throws Error with advice that never quotes the URL, which can hold a password
 */
export function parseDatabaseUrl(text: string): DatabaseAddress {
  const scheme = /^postgres(?:ql)?:\/\//.exec(text)?.[0];
  if (scheme === undefined) throw new Error(form);
  const authority = text.slice(scheme.length).split(/[/?#]/, 1)[0] ?? "";
  const hosts = authority.slice(authority.lastIndexOf("@") + 1);
  const hostsEnd = scheme.length + authority.length;
  const [beginning, end] = [text.slice(0, hostsEnd - hosts.length), text.slice(hostsEnd)];
  const servers = hosts.split(",").map((host) => ({ host, url: beginning + host + end }));
  const isSeveral = servers.length > 1;
  for (const { host, url } of servers) {
    if (isSeveral && /^(?::\d*)?$/.test(host)) {
      throw new Error("name a host before and after each comma, like host1:5432,host2:5432");
    }
    if (!URL.canParse(url)) throw new Error(form);
  }
  const query = new URL(servers[0]?.url ?? "").searchParams;
  if (query.get("host")?.includes(",")) {
    throw new Error("write several hosts in front of the name: postgres://host1,host2/name");
  }
  const attributes = query.get("target_session_attrs");
  if (attributes !== null && !writable.includes(attributes)) {
    throw new Error(`target_session_attrs can be ${writable.join(" or ")}: the site must write`);
  }
  return { servers, needsWrites: isSeveral || attributes !== null };
}
