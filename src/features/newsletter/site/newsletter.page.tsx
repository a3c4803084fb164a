import { use } from "react";
import { brand } from "../../../brand.ts";
import type { FormState } from "../../../platform/contract/form-engine/submission.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { PageMeta } from "../../../platform/site/page/page-meta.tsx";
import { PhoneLinks } from "../../../platform/site/page/phone-links.tsx";
import { FormStateContext } from "../../../platform/site/runtime/form-state.ts";
import { Button, buttonClass } from "../../../platform/site/ui/button.tsx";
import { newsletterConfirm } from "../contract/newsletter-confirm.ts";
import styles from "./newsletter-screen.module.css";
import { NewsletterScreen } from "./newsletter-screen.tsx";

/**
 * Shown after a signup without scripts, whose message the form in the footer shows, and by the link
 * that confirms a signup.
 */
export default function NewsletterPage() {
  const served = use(FormStateContext);
  if (served?.collection === newsletterConfirm.state) return <ConfirmScreen served={served} />;
  return (
    <NewsletterScreen heading="Our newsletter">
      <PageMeta
        path={paths.newsletter}
        title="Our newsletter"
        description={`Sign up for news from ${brand.name}: tips for living well at home, and what is new in our apps.`}
        picture="newsletter"
      />
      <p className="lead">
        Tips for living well at home, and what is new in our apps. Each email has a link to stop.
      </p>
      <noscript>{import.meta.env.SSR && <WithoutScripts />}</noscript>
      <p className={styles.form}>
        <a className={buttonClass()} href="#newsletter-email">
          Type your address below
        </a>
      </p>
    </NewsletterScreen>
  );
}

/** Without scripts the form's page token is missing, so say before typing how to join. */
function WithoutScripts() {
  return (
    <>
      <p className="lead">
        JavaScript is off in your browser, so the form below cannot sign you up. Call, text or{" "}
        <a href={`mailto:${brand.email.support}?subject=Newsletter`}>email us</a> instead, and we
        add you to the list.
      </p>
      <PhoneLinks />
    </>
  );
}

function ConfirmScreen({ served: { step, failure } }: { served: FormState }) {
  const heading =
    step === "ask"
      ? "One more step"
      : step === "done"
        ? "You are on the list"
        : "A new link, please";
  return (
    <NewsletterScreen heading={heading}>
      <PageMeta
        path={paths.newsletter}
        title={heading}
        description="Confirm your signup for our newsletter with one press."
        noIndex
      />
      {step === "ask" && (
        <>
          <p className="lead" role={failure ? "alert" : undefined}>
            {failure ?? "Press the button, and our newsletter comes to your inbox."}
          </p>
          <form method="post">
            <Button type="submit">Yes, send me the newsletter</Button>
          </form>
        </>
      )}
      {step === "done" && (
        <p className="lead">Thank you. Our next newsletter will come to your inbox.</p>
      )}
      {step === "broken" && <p className="lead">{newsletterConfirm.brokenLink}</p>}
      <PhoneLinks />
    </NewsletterScreen>
  );
}
