import { brand } from "../../../../brand.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { FormPage } from "../../../../platform/site/forms/form-page.tsx";
import { supportCall } from "../../../../platform/site/pictures/forms.ts";
import { callBackForm } from "../../contract/forms/call-back.ts";

export default function CallMePage() {
  return (
    <FormPage
      form={callBackForm}
      path={paths.callMe}
      heading="Call Me"
      description={`Leave your number, and ${brand.name} calls you back on a business day, at the time of day that suits you.`}
      surface="sage"
      picture={supportCall}
      share="call-me"
    >
      <p className="lead">Leave your number and the best time. We call you back.</p>
    </FormPage>
  );
}
