/** Without a regular expression, which would take quadratic time on a path full of slashes. */
export function withoutTrailingSlashes(address: string): string {
  let end = address.length;
  while (end > 0 && address[end - 1] === "/") end -= 1;
  return address.slice(0, end);
}

/** Splits a URL into its path and its query, without the question mark. */
export function splitQuery(url: string): [address: string, query: string | undefined] {
  const mark = url.indexOf("?");
  return mark < 0 ? [url, undefined] : [url.slice(0, mark), url.slice(mark + 1)];
}
