import { investorForm } from "../../../contract/forms/investor.ts";
import { paths } from "../../../contract/paths.ts";
import { FormView } from "../../forms/form-view.tsx";

/** Brought to life by itself: the rest of the page has no behaviour. */
export default function InvestorForm() {
  return <FormView form={investorForm} path={paths.investors} />;
}
