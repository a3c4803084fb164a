import { type FormEvent, Fragment, use, useEffect, useRef, useState } from "react";
import { failureWithWait } from "../../../platform/contract/errors/error-message.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { AppLink } from "../../../platform/site/page/app-link.tsx";
import { request } from "../../../platform/site/runtime/api.ts";
import { FormStateContext } from "../../../platform/site/runtime/form-state.ts";
import { freshToken } from "../../../platform/site/runtime/fresh-token.ts";
import { Button } from "../../../platform/site/ui/button.tsx";
import { Icon } from "../../../platform/site/ui/icon.tsx";
import { MessageDialog } from "../../../platform/site/ui/message-dialog.tsx";
import { findNewsletterError, newsletter } from "../contract/newsletter.ts";
import {
  newsletterHeading,
  newsletterPrivacy,
  newsletterPrivacyLink,
  newsletterPromise,
} from "../contract/newsletter-text.ts";
import { signUpEndpoint } from "../contract/sign-up.ts";
import styles from "./newsletter-form.module.css";

const { names } = newsletter;

type State = "idle" | "submitting" | "success";

function inputs(form: HTMLFormElement) {
  const named = (name: string) => form.elements.namedItem(name) as HTMLInputElement;
  return {
    email: named(names.email),
    honeypot: named(names.honeypot),
    token: named(names.token),
  };
}

/**
 * The newsletter signup of the footer. Inputs are uncontrolled: what was
 * typed before hydration and the token from the boot script are read on submit.
 */
export function NewsletterForm() {
  const context = use(FormStateContext);
  const served = context?.collection === newsletter.collection ? context : null;
  const [state, setState] = useState<State>("idle");
  const [error, setError] = useState(served?.errors?.[names.email] ?? served?.failure);
  /** Counts attempts, so that screen readers announce a repeated message. */
  const [attempts, setAttempts] = useState(0);
  const startedAt = useRef<number>(undefined);
  const formRef = useRef<HTMLFormElement>(null);

  // A client-rendered page has no token from the boot script yet.
  useEffect(() => {
    const token = formRef.current && inputs(formRef.current).token;
    if (token && token.value === "") token.value = freshToken();
  }, []);

  // The button lost the focus when it was disabled.
  useEffect(() => {
    if (attempts > 0 && error && formRef.current) inputs(formRef.current).email.focus();
  }, [attempts, error]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (state === "submitting") return;
    const { email, honeypot, token } = inputs(event.currentTarget);
    setError(undefined);
    setAttempts((count) => count + 1);
    const attempt = {
      email: email.value,
      honeypot: honeypot.value,
      formTime: Math.round(performance.now() - (startedAt.current ?? window.boot.loadedAt)),
      token: token.value,
    };
    const failure = findNewsletterError(attempt);
    if (failure) {
      setError(failure);
      return;
    }
    setState("submitting");
    const outcome = await request(signUpEndpoint, {
      [names.email]: attempt.email,
      [names.honeypot]: attempt.honeypot,
      [names.formTime]: attempt.formTime,
      [names.token]: attempt.token,
    });
    if (outcome.ok) {
      reset();
      setState("success");
      return;
    }
    setState("idle");
    const { error: rejection } = outcome;
    const fieldError = rejection.code === "invalid" ? rejection.fields?.[names.email] : undefined;
    // Never the address.
    if (!fieldError) console.error(`${newsletter.collection} was not saved: ${rejection.code}`);
    const wait = "retryAfter" in rejection ? rejection.retryAfter : undefined;
    setError(fieldError ?? failureWithWait(newsletter.failure, wait));
  }

  function reset() {
    if (!formRef.current) return;
    const { email, honeypot, token } = inputs(formRef.current);
    email.value = "";
    honeypot.value = "";
    token.value = freshToken();
    startedAt.current = performance.now();
  }

  function startAgain() {
    setState("idle");
    // The button lost the focus when it was disabled.
    if (formRef.current) inputs(formRef.current).email.focus();
  }

  const busy = state === "submitting";
  return (
    <section className={styles.newsletter} aria-labelledby="newsletter-heading">
      <div>
        <h2 id="newsletter-heading">{newsletterHeading}</h2>
        <p>
          {`${newsletterPromise} ${newsletterPrivacy} `}
          <AppLink to={paths.privacy}>{newsletterPrivacyLink}</AppLink>.
        </p>
      </div>
      <noscript>
        {import.meta.env.SSR && (
          <p>
            JavaScript is off in your browser, so this form cannot sign you up.{" "}
            <AppLink to={paths.newsletter}>How to join instead</AppLink>
          </p>
        )}
      </noscript>
      <form
        ref={formRef}
        method="post"
        action={paths.newsletter}
        onSubmit={(event) => void submit(event)}
        noValidate
      >
        <label htmlFor="newsletter-email">{newsletter.label}</label>
        <input
          id="newsletter-email"
          type="email"
          name={names.email}
          autoComplete="email"
          spellCheck={false}
          autoCapitalize="none"
          defaultValue={served?.values?.[names.email]}
          disabled={busy}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? "newsletter-error" : undefined}
        />
        <Button type="submit" look="marigold" disabled={busy}>
          {busy ? newsletter.busyLabel : newsletter.submitLabel}
        </Button>
        <p id="newsletter-error" className={styles.error} role="alert">
          {error && (
            <Fragment key={attempts}>
              <Icon name="warning" />
              <span>
                <span className="sr">Error: </span>
                {error}
              </span>
            </Fragment>
          )}
        </p>
        <div className="sr" aria-hidden="true">
          <input
            type="text"
            name={names.honeypot}
            tabIndex={-1}
            autoComplete="off"
            disabled={busy}
          />
        </div>
        <input type="hidden" name={names.token} data-token="" />
        <p className="sr" role="status">
          {busy ? newsletter.busyLabel : ""}
        </p>
      </form>
      {state === "success" && (
        <MessageDialog
          kind="message"
          heading={newsletter.success.heading}
          button={newsletter.success.button}
          onClose={startAgain}
        >
          <p>Thank you. Our next newsletter will come to your inbox.</p>
        </MessageDialog>
      )}
    </section>
  );
}
