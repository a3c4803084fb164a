import { brand } from "../../../../brand.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { FormPage } from "../../../../platform/site/forms/form-page.tsx";
import { featureStudy } from "../../../../platform/site/pictures/forms.ts";
import { featureForm } from "../../contract/forms/feature.ts";

export default function RequestFeaturePage() {
  return (
    <FormPage
      form={featureForm}
      path={paths.requestFeature}
      heading="Request a feature"
      description={`Tell ${brand.name} what one of our apps should do for you. Your idea is saved for the team that builds it.`}
      surface="marigold"
      picture={featureStudy}
      share="request-feature"
    >
      <p className="lead">Is something missing in an app? Tell us what it should do.</p>
    </FormPage>
  );
}
