import { use } from "react";
import { brand } from "../../../brand.ts";
import { FormStateContext } from "../../../platform/site/runtime/form-state.ts";
import { Button, ButtonRow } from "../../../platform/site/ui/button.tsx";
import { Icon } from "../../../platform/site/ui/icon.tsx";
import {
  answerAnchor,
  answerNames,
  answerPath,
  helpCollection,
  helpSteps,
} from "../contract/help-search.ts";
import styles from "./article.module.css";
import { CallButtons } from "./call-box.tsx";

/** The end of every article: counts an answer, and offers a person after a No. */
export function AnswerBox({ slug }: { slug: string }) {
  const state = use(FormStateContext);
  const step = state?.collection === helpCollection ? state.step : undefined;
  if (step === helpSteps.yes) {
    return (
      <section id={answerAnchor} className={styles.answered} role="status">
        <Icon name="check" />
        <p>
          <b>Good to hear.</b> Thank you for telling us.
        </p>
      </section>
    );
  }
  if (step === helpSteps.no) {
    return (
      <section id={answerAnchor} className={styles.ask} aria-labelledby="not-answered">
        <h2 id="not-answered">Sorry about that. Please ask a person.</h2>
        <p>{brand.phone.hours}. We do it with you, step by step.</p>
        <CallButtons callFirst />
      </section>
    );
  }
  return (
    <section id={answerAnchor} className={styles.ask} aria-labelledby="answered">
      <h2 id="answered">Did this answer it?</h2>
      <form method="post" action={answerPath}>
        <input type="hidden" name={answerNames.article} value={slug} />
        <ButtonRow>
          <Button type="submit" name={answerNames.answer} value="yes">
            <Icon name="check" />
            Yes, thank you
          </Button>
          <Button type="submit" name={answerNames.answer} value="no" look="ghost">
            No
          </Button>
        </ButtonRow>
      </form>
      <p>Or call us. We do it with you, step by step.</p>
      <CallButtons />
    </section>
  );
}
