/** A call of the API, as the page of the API shows it. */
export interface ShownCall {
  readonly method: string;
  readonly url: string;
  /** Media type of the body. */
  readonly type?: string | undefined;
  readonly body?: string | undefined;
}

/** Languages of examples, with the name that readers know. */
export const languages = {
  curl: "curl",
  javascript: "JavaScript",
  kotlin: "Kotlin",
  swift: "Swift",
} as const;

export type Language = keyof typeof languages;

/** A program that makes the call; the token is in a variable. */
export function writeExample(language: Language, call: ShownCall): string {
  return writers[language](call).filter(Boolean).join("\n");
}

const quoted = (text: string) => JSON.stringify(text);

const writers: Readonly<Record<Language, (call: ShownCall) => readonly string[]>> = {
  curl: ({ method, url, type, body }) => {
    // A quote would end the shell's string.
    const inShell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
    const options = [
      ...(method === "GET" ? [] : [`-X ${method}`]),
      '-H "Authorization: Bearer $TOKEN"',
      ...(type === undefined ? [] : [`-H ${inShell(`Content-Type: ${type}`)}`]),
      ...(body === undefined ? [] : [`-d ${inShell(body)}`]),
    ];
    return [[`curl ${inShell(url)}`, ...options].join(" \\\n  ")];
  },
  javascript: ({ method, url, type, body }) => [
    `const response = await fetch(${quoted(url)}, {`,
    method === "GET" ? "" : `  method: ${quoted(method)},`,
    "  headers: {",
    '    Authorization: "Bearer " + token,',
    type === undefined ? "" : `    "Content-Type": ${quoted(type)},`,
    "  },",
    body === undefined ? "" : `  body: ${quoted(body)},`,
    "});",
    "console.log(response.status, await response.text());",
  ],
  kotlin: ({ method, url, type, body }) => {
    const inKotlin = (text: string) => quoted(text).replaceAll("$", "\\$");
    const publisher =
      body === undefined ? "BodyPublishers.noBody()" : `BodyPublishers.ofString(${inKotlin(body)})`;
    return [
      `val request = HttpRequest.newBuilder(URI(${inKotlin(url)}))`,
      `    .header("Authorization", "Bearer $token")`,
      type === undefined ? "" : `    .header("Content-Type", ${inKotlin(type)})`,
      `    .method(${quoted(method)}, ${publisher})`,
      "    .build()",
      "val response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString())",
      'println(response.statusCode().toString() + " " + response.body())',
    ];
  },
  swift: ({ method, url, type, body }) => [
    `var request = URLRequest(url: URL(string: ${quoted(url)})!)`,
    `request.httpMethod = ${quoted(method)}`,
    'request.setValue("Bearer \\(token)", forHTTPHeaderField: "Authorization")',
    type === undefined
      ? ""
      : `request.setValue(${quoted(type)}, forHTTPHeaderField: "Content-Type")`,
    body === undefined ? "" : `request.httpBody = Data(#"""\n${body}\n"""#.utf8)`,
    "let (data, response) = try await URLSession.shared.data(for: request)",
    "print((response as! HTTPURLResponse).statusCode, String(decoding: data, as: UTF8.self))",
  ],
};
