import { paths } from "../../../../platform/contract/paths.ts";
import type { TextBody } from "../../../../platform/server/http/body.ts";
import { type HelpPart, helpingFilePath, helpParts, helpQuery } from "../../contract/helpers.ts";
import { helpingExtras } from "../../contract/invite-form.ts";

interface Call {
  readonly query: URLSearchParams;
  readonly body: Partial<TextBody>;
}

/** The part that a request needs; "any" for what every helper may do; undefined for what none may. */
type PartOf = (call: Call) => HelpPart | "any" | undefined;

const actsOfHelping: Readonly<Record<string, HelpPart | "any">> = {
  stop: "any",
  write: "messages",
  answer: "messages",
};

const actsOfAsking: Readonly<Record<string, HelpPart>> = {
  check: "asks",
  edit: "asks",
  send: "asks",
  accept: "asks",
  decline: "asks",
  cancel: "asks",
  message: "asks",
  good: "messages",
  "not-good": "messages",
};

export type HelpingView = "message" | "messages" | "request" | "main";

/** What the helper's page shows, by its query. */
export function viewOf(query: URLSearchParams): HelpingView {
  const views = [helpQuery.message, helpQuery.messages, helpQuery.request] as const;
  return views.find((name) => query.has(name)) ?? "main";
}

const partOfView: Readonly<Record<HelpingView, HelpPart | "any">> = {
  message: "messages",
  messages: "messages",
  request: "requests",
  main: "any",
};

/**
 * Every route on which somebody may act for another person, by method and path. What is not here is
 * refused, and so are other acts than these.
 */
export const helpRoutes: Readonly<Record<string, PartOf>> = {
  [`GET ${paths.helping}`]: ({ query }) => {
    const needed = query.get(helpQuery.needed);
    return needed === null ? partOfView[viewOf(query)] : helpParts.find((one) => one === needed);
  },
  [`POST ${paths.helping}`]: ({ body }) => ownValue(actsOfHelping, body[helpingExtras.act]),
  [`GET ${helpingFilePath}`]: () => "messages",
  [`GET ${paths.askForHelp}`]: () => "asks",
  [`POST ${paths.askForHelp}`]: ({ body }) => ownValue(actsOfAsking, body._act),
};

function ownValue<T>(values: Readonly<Record<string, T>>, name: unknown): T | undefined {
  return typeof name === "string" && Object.hasOwn(values, name) ? values[name] : undefined;
}
