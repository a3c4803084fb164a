import { paths } from "../../../platform/contract/paths.ts";
import { FormView } from "../../../platform/site/forms/form-view.tsx";
import { barrierForm } from "../../messages/contract/forms/barrier.ts";

export default function BarrierForm() {
  return <FormView form={barrierForm} path={paths.accessibility} />;
}
