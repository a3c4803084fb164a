import { brand } from "../../brand.ts";
import { feedbackForm } from "../../contract/forms/feedback.ts";
import { paths } from "../../contract/paths.ts";
import { FormPage } from "../forms/form-page.tsx";
import { feedbackLiving } from "../pictures/forms.ts";

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
    >
      <p className="lead">Good or bad, we want to hear it. Use your own words.</p>
    </FormPage>
  );
}
