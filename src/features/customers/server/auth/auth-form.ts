import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { type OpenEndpoint, specOf } from "../../../../platform/contract/define-endpoint.ts";
import { toFormError } from "../../../../platform/contract/errors/form-error.ts";
import {
  type FormDefinition,
  type FormValues,
  readValues,
  withoutPasswords,
} from "../../../../platform/contract/form-engine/define-form.ts";
import { findDoubts } from "../../../../platform/contract/form-engine/doubts.ts";
import { findCode } from "../../../../platform/contract/form-engine/state-codes.ts";
import type { FormState } from "../../../../platform/contract/form-engine/submission.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { TextBody } from "../../../../platform/server/http/body.ts";
import { parse } from "../../../../platform/server/http/read-input.ts";
import { registerEndpoint } from "../../../../platform/server/http/register-endpoint.ts";
import {
  errorsOf,
  type NativeResult,
  registerNativePost,
} from "../../../../platform/server/pages/native-post.ts";
import { prepareAppLogin } from "../../../identity/server/app-login.ts";
import { authExtras, safeNext } from "../../contract/auth.ts";

/** The values of a form, and what it sends beside its fields. */
type SentForm = Readonly<Record<string, string | undefined>>;

interface Attempt<Name extends string> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly values: FormValues<Name>;
  readonly next: string | undefined;
  /** Token of an emailed link; "" without one. */
  readonly token: string;
}

/** A sign-in form: an endpoint for scripts, and its page's native post. */
export interface AuthForm<Name extends string = string, Result extends object = object> {
  readonly form: FormDefinition<Name>;
  readonly endpoint: OpenEndpoint<never, Result, { readonly body: SentForm }>;
  /** Hidden field that identifies the native post of a form without fields. */
  readonly mark?: string;
  /** Handles the form. @returns the response to a script */
  run(attempt: Attempt<Name>): Promise<Result>;
  toNativeResult(result: Result, attempt: Attempt<Name>): NativeResult;
  /** State of the page after a rejection, if it is more than the posted values. */
  stateAfterRejection?(
    attempt: Pick<Attempt<Name>, "request" | "token">,
  ): Promise<FormState | undefined>;
}

/** Defines a sign-in form; checks that the types of its response and its native result match. */
export function defineAuthForm<Name extends string, Result extends object>(
  authForm: AuthForm<Name, Result>,
): AuthForm {
  return authForm as unknown as AuthForm;
}

export function registerAuthEndpoint(
  app: FastifyInstance,
  authForm: AuthForm,
  context: AppContext,
): void {
  registerEndpoint(app, authForm.endpoint, context, ({ request, reply, body }) =>
    authForm.run(toAttempt({ request, reply }, body)),
  );
}

/**
 * Registers the native posts of a page; if it has several forms, field names tell which was sent.
 */
export function registerAuthPost(
  app: FastifyInstance,
  page: string,
  forms: readonly [AuthForm, ...AuthForm[]],
  context: AppContext,
): void {
  registerNativePost(app, page, context, {
    async run(request, reply) {
      const { authForm, body } = readPost(request, forms);
      await prepareAppLogin(request, safeNext(body[authExtras.next]), context);
      if (body[authExtras.prefill] !== undefined) return { show: stateOf(authForm, body) };
      const { [authForm.mark ?? ""]: _mark, ...sent } = body;
      const attempt = toAttempt({ request, reply }, parse(bodyOf(authForm), sent));
      // With scripts the page asks before it sends.
      const doubts = body[authExtras.anyway] ? {} : await findDoubts(authForm.form, attempt.values);
      if (Object.keys(doubts).length > 0) return { show: { ...stateOf(authForm, body), doubts } };
      return authForm.toNativeResult(await authForm.run(attempt), attempt);
    },
    async stateAfter(rejection, request) {
      const { authForm, body } = readPost(request, forms);
      const token = body[authExtras.token] ?? "";
      // If the database is down, the page shows only what was sent.
      const stateAfter = await authForm
        .stateAfterRejection?.({ request, token })
        .catch(() => undefined);
      const { code, fields } = rejection.body;
      return {
        ...stateOf(authForm, body),
        ...stateAfter,
        ...(!fields && { code }),
        ...errorsOf(rejection, toFormError(authForm.form, rejection.body).sentence),
      };
    },
  });
}

function readPost(
  request: FastifyRequest,
  forms: readonly [AuthForm, ...AuthForm[]],
): { readonly authForm: AuthForm; readonly body: TextBody } {
  const sent = (request.body ?? {}) as TextBody;
  const authForm =
    forms.find(({ form, mark }) =>
      [mark, ...form.fields.map(({ name }) => name)].some(
        (name) => name && sent[name] !== undefined,
      ),
    ) ?? forms[0];
  return { authForm, body: withCodes(authForm, sent) };
}

function bodyOf({ endpoint }: AuthForm): z.ZodType<SentForm> {
  return specOf(endpoint).body as z.ZodType<SentForm>;
}

function toAttempt(
  call: Pick<Attempt<string>, "request" | "reply">,
  sent: SentForm,
): Attempt<string> {
  const { [authExtras.next]: next, [authExtras.token]: token = "", ...values } = sent;
  return { ...call, values: values as FormValues, next: safeNext(next), token };
}

/** Replaces state names, as browsers autofill them, with codes; with scripts the page does that. */
function withCodes({ form }: AuthForm, body: TextBody): TextBody {
  const found = form.fields.map(({ name, codes, maxLength }) => {
    const text = body[name];
    if (!codes || maxLength === undefined || text === undefined) return [];
    const code = findCode(codes, text, maxLength);
    return code === undefined ? [] : [[name, code]];
  });
  return { ...body, ...Object.fromEntries(found.flat()) };
}

/** State with the values as posted, except passwords. */
function stateOf({ form }: AuthForm, body: TextBody): FormState {
  const values = readValues(form, (name) => body[name]);
  return {
    collection: form.collection,
    values: withoutPasswords(form, values),
    extras: authFormState(safeNext(body[authExtras.next]), body[authExtras.token]),
  };
}

/** Values that a sign-in form sends beside its fields, for its page's state. */
export function authFormState(
  next: string | undefined,
  token?: string,
  appName?: string,
): Readonly<Record<string, string>> {
  return {
    ...(next !== undefined && { [authExtras.next]: next }),
    ...(token && { [authExtras.token]: token }),
    ...(appName && { [authExtras.app]: appName }),
  };
}
