import { paths } from "../../../platform/contract/paths.ts";
import { AppLink } from "../../../platform/site/page/app-link.tsx";
import { PageMeta } from "../../../platform/site/page/page-meta.tsx";
import { buttonClass } from "../../../platform/site/ui/button.tsx";
import { NewsletterScreen } from "./newsletter-screen.tsx";

export default function UnsubscribedPage() {
  return (
    <NewsletterScreen heading="You are off the list">
      <PageMeta
        path={paths.unsubscribed}
        title="You are off the list"
        description="You are unsubscribed from our newsletter."
        noIndex
      />
      <p className="lead">
        We send you no more newsletters. Changed your mind? Sign up again below.
      </p>
      <p>
        <AppLink to={paths.home} className={buttonClass()}>
          Go to the home page
        </AppLink>
      </p>
    </NewsletterScreen>
  );
}
