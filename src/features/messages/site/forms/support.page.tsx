import { brand } from "../../../../brand.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { FormPage } from "../../../../platform/site/forms/form-page.tsx";
import { AppLink } from "../../../../platform/site/page/app-link.tsx";
import { supportCall } from "../../../../platform/site/pictures/forms.ts";
import { HelpSuggestions } from "../../../help/site/help-suggestions.tsx";
import { prefillFromLink } from "../../contract/forms/request-help.ts";
import { supportForm } from "../../contract/forms/support.ts";
import { PhoneNote } from "./phone-note.tsx";
import { SupportIdHelp } from "./support-id-help.tsx";

export default function SupportPage() {
  return (
    <FormPage
      form={supportForm}
      path={paths.support}
      prefill={prefillFromLink}
      heading="Web Support Portal"
      description={`Ask the ${brand.name} support team for help with one of our apps. Pick how we should answer you.`}
      surface="sage"
      picture={supportCall}
      share="support"
      notes={{ contactMethod: <PhoneNote />, details: <HelpSuggestions /> }}
    >
      <p className="lead">
        {`Tell us what went wrong, and pick how we should answer you. We answer within ${brand.answerTime}.`}
      </p>
      <p>
        Would you rather talk? <AppLink to={paths.callMe}>Leave your number</AppLink>, and we call
        you.
      </p>
      <SupportIdHelp />
    </FormPage>
  );
}
