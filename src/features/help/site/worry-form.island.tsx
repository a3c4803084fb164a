import { paths } from "../../../platform/contract/paths.ts";
import { FormView } from "../../../platform/site/forms/form-view.tsx";
import { worryForm } from "../../messages/contract/forms/worry.ts";

export default function WorryForm() {
  return <FormView form={worryForm} path={paths.safety} />;
}
