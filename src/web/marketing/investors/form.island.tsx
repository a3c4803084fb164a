import { investorForm } from "../../../contract/forms/investor.ts";
import { paths } from "../../../contract/paths.ts";
import { FormView } from "../../forms/form-view.tsx";

/** Hydrates on its own: the rest of the page is static. */
export default function InvestorForm() {
  return <FormView form={investorForm} path={paths.investors} />;
}
