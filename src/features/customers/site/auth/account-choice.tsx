import { type Path, paths } from "../../../../platform/contract/paths.ts";
import { AppLink } from "../../../../platform/site/page/app-link.tsx";
import { authPath } from "../../contract/auth.ts";
import styles from "./account-choice.module.css";

interface AccountChoiceProps {
  /** Which of the two the page is. */
  readonly current: "login" | "create";
  /** Path of the log-in page. */
  readonly loginPage: Path;
  /** Where the person wants to go afterwards. */
  readonly next: string | undefined;
}

/** Logging in and creating an account, as two links of the same size. */
export function AccountChoice({ current, loginPage, next }: AccountChoiceProps) {
  return (
    <nav aria-label="Log in, or create an account">
      <ul className={styles.choice}>
        <li>
          <AppLink to={authPath(paths.createAccount, next)} current={current === "create"}>
            <span>I am new</span>
            <b>Create an account</b>
          </AppLink>
        </li>
        <li>
          <AppLink to={authPath(loginPage, next)} current={current === "login"}>
            <span>I have an account</span>
            <b>Log in</b>
          </AppLink>
        </li>
      </ul>
    </nav>
  );
}
