import { type FormEvent, useEffect, useState } from "react";
import { pathOf } from "../../../platform/contract/define-endpoint.ts";
import { siteEndpoints } from "../../../platform/contract/site.ts";
import { type ApiDocument, type ApiOperation, addressOf, listOperations } from "./api-calls.ts";
import { type Language, languages, type ShownCall, writeExample } from "./call-examples.ts";
import styles from "./try-call.module.css";

const testPrefix = "twapi_test_";

/** Sends a call with a test token, and shows it in four languages. */
export default function TryCall() {
  const [operations, setOperations] = useState<readonly ApiOperation[]>();
  useEffect(() => {
    fetch(pathOf(siteEndpoints.document))
      .then((response) => response.json())
      .then((document: ApiDocument) => setOperations(listOperations(document)))
      .catch(() => undefined);
  }, []);
  // Without scripts there is no form, which would put the token into an address.
  if (!operations)
    return <p>This needs JavaScript. Each endpoint below has an example for curl.</p>;
  return <CallForm operations={operations} />;
}

function CallForm({ operations }: { readonly operations: readonly ApiOperation[] }) {
  const [operation, setOperation] = useState(operations[0] as ApiOperation);
  const [token, setToken] = useState("");
  const [values, setValues] = useState(() => examplesOf(operation));
  const [body, setBody] = useState(operation.body);
  const [language, setLanguage] = useState<Language>("curl");
  const [answer, setAnswer] = useState("");
  const [error, setError] = useState("");
  const { method, type, parameters } = operation;
  const address = addressOf(operation, values);
  const sent = type === undefined ? {} : { type, body };

  async function send(event: FormEvent) {
    event.preventDefault();
    if (!token.trim().startsWith(testPrefix)) {
      setError(`Enter a test token, which begins with ${testPrefix}.`);
      document.getElementById("try-token")?.focus();
      return;
    }
    setError("");
    setAnswer("Sending…");
    setAnswer(await readAnswer(address, { method, ...sent }, token.trim()));
  }

  function choose(name: string) {
    const chosen = operations.find((one) => one.name === name);
    if (!chosen) return;
    setOperation(chosen);
    setBody(chosen.body);
    setValues(examplesOf(chosen));
    setAnswer("");
  }

  return (
    <form onSubmit={send} noValidate className={styles.form}>
      <div className={styles.field}>
        <label htmlFor="try-token">Test token</label>
        <p id="try-token-hint">
          An admin makes one at the staff desk. It reads and writes only the sandbox. This page does
          not keep it.
        </p>
        <input
          id="try-token"
          type="password"
          autoComplete="off"
          value={token}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? "try-token-hint try-token-error" : "try-token-hint"}
          onChange={(event) => setToken(event.target.value)}
        />
        {error && (
          <p id="try-token-error" className={styles.error}>
            Error: {error}
          </p>
        )}
      </div>
      <div className={styles.field}>
        <label htmlFor="try-call">Call</label>
        <select
          id="try-call"
          value={operation.name}
          onChange={(event) => choose(event.target.value)}
        >
          {operations.map(({ name, summary }) => (
            <option key={name} value={name}>
              {summary} ({name})
            </option>
          ))}
        </select>
      </div>
      {parameters
        .filter(({ in: where }) => where !== "header")
        .map(({ name, required, description }) => (
          <div key={name} className={styles.field}>
            <label htmlFor={`try-${name}`}>
              {name}
              {!required && " (optional)"}
            </label>
            <p id={`try-${name}-hint`}>{description}</p>
            <input
              id={`try-${name}`}
              autoComplete="off"
              value={values[name] ?? ""}
              aria-describedby={`try-${name}-hint`}
              onChange={(event) => setValues({ ...values, [name]: event.target.value })}
            />
          </div>
        ))}
      {type !== undefined && (
        <div className={styles.field}>
          <label htmlFor="try-body">Body ({type})</label>
          <textarea
            id="try-body"
            spellCheck={false}
            value={body}
            onChange={(event) => setBody(event.target.value)}
          />
        </div>
      )}
      <button type="submit">Send the call</button>
      <div role="status">
        {answer !== "" && (
          <>
            <h3>Answer</h3>
            <pre>
              <code>{answer}</code>
            </pre>
          </>
        )}
      </div>
      <div className={styles.field}>
        <label htmlFor="try-language">The same call in</label>
        <select
          id="try-language"
          value={language}
          onChange={(event) => setLanguage(event.target.value as Language)}
        >
          {Object.entries(languages).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <pre>
        <code>{writeExample(language, { method, url: location.origin + address, ...sent })}</code>
      </pre>
    </form>
  );
}

/** Values of the parameters that a path must have. */
function examplesOf({ parameters }: ApiOperation): Readonly<Record<string, string>> {
  const inPath = parameters.filter(({ in: where }) => where === "path");
  return Object.fromEntries(inPath.map(({ name }) => [name, name === "id" ? "a-1" : "app"]));
}

/** Status, the headers that matter and the body. */
async function readAnswer(
  address: string,
  { method, type, body }: Pick<ShownCall, "method" | "type" | "body">,
  token: string,
): Promise<string> {
  try {
    const response = await fetch(address, {
      method,
      credentials: "omit",
      headers: { authorization: `Bearer ${token}`, ...(type && { "content-type": type }) },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await response.text();
    const named = ["etag", "location", "retry-after", "ratelimit-remaining"].flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [`${name}: ${value}`];
    });
    const isJson = /[/+]json/.test(response.headers.get("content-type") ?? "") && text !== "";
    const shown = isJson ? JSON.stringify(JSON.parse(text), null, 2) : text;
    return [`${response.status} ${response.statusText}`, ...named, "", shown].join("\n").trim();
  } catch {
    return "No answer. Check your connection and try again.";
  }
}
