import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { authExtras, safeNext } from "../../contract/auth.ts";
import type { OpenEndpoint } from "../../contract/endpoints/define-endpoint.ts";
import { toFormError } from "../../contract/errors/form-error.ts";
import {
  checkForm,
  type FormDefinition,
  type FormValues,
  readValues,
  withoutPasswords,
} from "../../contract/form-engine/define-form.ts";
import { findCode } from "../../contract/form-engine/state-codes.ts";
import type { FormState } from "../../contract/forms/submission.ts";
import type { AppContext } from "../context/app-context.ts";
import { ApiError } from "../platform/api-error.ts";
import { isNativePost, readTextBody, type TextBody } from "../platform/http/body.ts";
import {
  logServerError,
  setRetryAfter,
  toApiError,
} from "../platform/http/errors/error-handler.ts";
import { outageNotice } from "../platform/http/errors/outages.ts";
import { registerEndpoint } from "../platform/http/routes/register-endpoint.ts";
import { requireOwnSite } from "../platform/http/same-origin.ts";

/** A form that somebody sent, checked. */
interface Attempt<Name extends string> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly values: FormValues<Name>;
  /** A page of the person's own, where they were going. */
  readonly next: string | undefined;
  /** What a mailed link brought; "" without one. */
  readonly token: string;
}

/** Where a browser without scripts stands after its form was taken. */
type NativeResponse = { readonly goTo: string } | { readonly show: FormState };

/** A form of the pages that let people in: a call for scripts, and the page's own post. */
export interface AuthForm<Name extends string = string, Answer extends object = object> {
  readonly form: FormDefinition<Name>;
  readonly endpoint: OpenEndpoint<never, Answer>;
  /** Hidden field that marks its native post, where it has no field of its own. */
  readonly mark?: string;
  /** Does it, and says what a script is answered. */
  run(attempt: Attempt<Name>): Promise<Answer>;
  arrive(answer: Answer, attempt: Attempt<Name>): NativeResponse;
  /** How its page stands after a rejection, where that is more than what was sent. */
  restate?(attempt: Pick<Attempt<Name>, "request" | "token">): Promise<FormState | undefined>;
}

/** Declares a form of a door, so that its answer and its arrival fit together. */
export function defineAuthForm<Name extends string, Answer extends object>(
  door: AuthForm<Name, Answer>,
): AuthForm {
  return door as unknown as AuthForm;
}

/** The call of a form, for scripts. */
export function registerAuthEndpoint(
  app: FastifyInstance,
  door: AuthForm,
  context: AppContext,
): void {
  registerEndpoint<never, object>(app, door.endpoint, context, ({ request, reply }) =>
    door.run(readAttempt(door, { request, reply }, request.body)),
  );
}

/** The native posts of a page; with several forms, their field names tell which one came. */
export function registerAuthPost(
  app: FastifyInstance,
  page: string,
  doors: readonly [AuthForm, ...AuthForm[]],
  context: AppContext,
): void {
  app.post(page, async (request, reply) => {
    if (!isNativePost(request)) throw new ApiError("unsupported-type");
    const sent = (request.body ?? {}) as TextBody;
    const door =
      doors.find(({ form, mark }) =>
        [mark, ...form.fields.map(({ name }) => name)].some(
          (name) => name && sent[name] !== undefined,
        ),
      ) ?? doors[0];
    const body = withCodes(door, sent);
    try {
      requireOwnSite(request, context.config);
      if (body[authExtras.prefill] !== undefined) {
        return context.pages.sendWithState(reply, page, 200, stateOf(door, body));
      }
      const attempt = readAttempt(door, { request, reply }, body);
      const arrival = door.arrive(await door.run(attempt), attempt);
      return "goTo" in arrival
        ? reply.header("cache-control", "no-store").redirect(arrival.goTo, 303)
        : context.pages.sendWithState(reply, page, 200, arrival.show);
    } catch (error) {
      const rejection = toApiError(error as Error);
      logServerError(request, error as Error, rejection);
      const { code, fields } = rejection.body;
      setRetryAfter(reply, rejection);
      const token = body[authExtras.token] ?? "";
      // Without the database there is nothing to add to what was sent.
      const restated = await door.restate?.({ request, token }).catch(() => undefined);
      return context.pages.sendWithState(reply, page, rejection.statusCode, {
        ...stateOf(door, body),
        ...restated,
        ...outageNotice(rejection.body),
        ...(fields
          ? { errors: fields }
          : { code, failure: toFormError(door.form, rejection.body).sentence }),
      });
    }
  });
}

const extraNames = Object.values(authExtras);

function readAttempt(
  { form, mark }: AuthForm,
  { request, reply }: Pick<Attempt<string>, "request" | "reply">,
  sent: unknown,
): Attempt<string> {
  const names = form.fields.map(({ name }) => name);
  const known = new Set<string>([...names, ...extraNames, ...(mark ? [mark] : [])]);
  const body = readTextBody(sent, known);
  const values = readValues(form, (name) => body[name]);
  const fields = checkForm(form, values);
  if (Object.keys(fields).length > 0) throw new ApiError("invalid", { fields });
  return {
    request,
    reply,
    values,
    next: safeNext(body[authExtras.next]),
    token: body[authExtras.token] ?? "",
  };
}

/** Without scripts nothing made a code of a whole name that the browser filled in. */
function withCodes({ form }: AuthForm, body: TextBody): TextBody {
  const found = form.fields.map(({ name, codes, maxLength }) => {
    const text = body[name];
    if (!codes || maxLength === undefined || text === undefined) return [];
    const code = findCode(codes, text, maxLength);
    return code === undefined ? [] : [[name, code]];
  });
  return { ...body, ...Object.fromEntries(found.flat()) };
}

/** A form as it was sent, but for its passwords. */
function stateOf({ form }: AuthForm, body: TextBody): FormState {
  const values = readValues(form, (name) => body[name]);
  return {
    collection: form.collection,
    values: withoutPasswords(form, values),
    extras: authFormState(safeNext(body[authExtras.next]), body[authExtras.token]),
  };
}

/** What a door's forms send along, for the state of a page. */
export function authFormState(
  next: string | undefined,
  token?: string,
): Readonly<Record<string, string>> {
  return {
    ...(next !== undefined && { [authExtras.next]: next }),
    ...(token && { [authExtras.token]: token }),
  };
}
