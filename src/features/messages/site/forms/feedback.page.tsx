import { brand } from "../../../../brand.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { FormPage } from "../../../../platform/site/forms/form-page.tsx";
import { feedbackLiving } from "../../../../platform/site/pictures/forms.ts";
import { HelpSuggestions } from "../../../help/site/help-suggestions.tsx";
import { feedbackForm } from "../../contract/forms/feedback.ts";

export default function FeedbackPage() {
  return (
    <FormPage
      form={feedbackForm}
      path={paths.feedback}
      heading="Give feedback"
      description={`Tell ${brand.name} what works well and what should be better, in your own words.`}
      surface="rose"
      picture={feedbackLiving}
      share="feedback"
      notes={{ feedback: <HelpSuggestions /> }}
    >
      <p className="lead">Good or bad, we want to hear it. Use your own words.</p>
    </FormPage>
  );
}
