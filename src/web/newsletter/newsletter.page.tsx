import { brand } from "../../brand.ts";
import { newsletterPromise } from "../../contract/forms/newsletter-words.ts";
import { paths } from "../../contract/paths.ts";
import { PageMeta } from "../page/page-meta.tsx";
import { buttonClass } from "../ui/button.tsx";
import { NewsletterScreen } from "./newsletter-screen.tsx";

/** Shown after a signup without scripts; the form in the footer shows the message. */
export default function NewsletterPage() {
  return (
    <NewsletterScreen heading="Our newsletter">
      <PageMeta
        path={paths.newsletter}
        title="Our newsletter"
        description={`Sign up for news from ${brand.name}: tips for living well at home, and what is new in our apps.`}
        picture="newsletter"
      />
      <p className="lead">{newsletterPromise}</p>
      <p>
        <a className={buttonClass()} href="#newsletter-email">
          Type your address below
        </a>
      </p>
    </NewsletterScreen>
  );
}
