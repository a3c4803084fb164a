import { paths } from "../../../../platform/contract/paths.ts";
import { FormView } from "../../../../platform/site/forms/form-view.tsx";
import { investorForm } from "../../../messages/contract/forms/investor.ts";

export default function InvestorForm() {
  return <FormView form={investorForm} path={paths.investors} />;
}
