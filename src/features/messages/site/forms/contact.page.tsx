import { brand } from "../../../../brand.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { FormPage } from "../../../../platform/site/forms/form-page.tsx";
import { mailbox } from "../../../../platform/site/pictures/forms.ts";
import { HelpSuggestions } from "../../../help/site/help-suggestions.tsx";
import { contactForm } from "../../contract/forms/contact.ts";
import { prefillFromLink } from "../../contract/forms/request-help.ts";

export default function ContactPage() {
  return (
    <FormPage
      form={contactForm}
      path={paths.contact}
      prefill={prefillFromLink}
      heading="Get In Touch"
      description={`Write to ${brand.name} with a question or a wish. We answer by email, or by phone if you ask for a call.`}
      surface="marigold"
      picture={mailbox}
      share="contact"
      notes={{ message: <HelpSuggestions /> }}
    >
      <p className="lead">
        {`Ask us anything. We write back to the email address you give us within ${brand.answerTime}.`}
      </p>
      <p>Please leave out health details, passwords and card numbers.</p>
    </FormPage>
  );
}
