import { use } from "react";
import { paths } from "../../../platform/contract/paths.ts";
import { PageMeta } from "../../../platform/site/page/page-meta.tsx";
import { PhoneLinks } from "../../../platform/site/page/phone-links.tsx";
import { FormStateContext } from "../../../platform/site/runtime/form-state.ts";
import { Button } from "../../../platform/site/ui/button.tsx";
import { newsletter } from "../contract/newsletter.ts";
import { NewsletterScreen } from "./newsletter-screen.tsx";

/**
 * Opened by the personal link of a newsletter. Opening changes nothing, because email scanners
 * open links too: the button posts to the same URL, with its query.
 */
export default function UnsubscribePage() {
  const served = use(FormStateContext);
  const failure = served?.collection === newsletter.unsubscribe.state ? served.failure : undefined;
  return (
    <NewsletterScreen heading="Stop the newsletter?">
      <PageMeta
        path={paths.unsubscribe}
        title="Stop the newsletter?"
        description="Unsubscribe from our newsletter with one press."
        noIndex
      />
      {failure ? (
        <p className="lead" role="alert">
          {failure}
        </p>
      ) : (
        <p className="lead">Press the button to unsubscribe. You can sign up again at any time.</p>
      )}
      <form method="post">
        <Button type="submit">Stop the newsletter</Button>
      </form>
      <PhoneLinks />
    </NewsletterScreen>
  );
}
