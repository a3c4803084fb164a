import { type Path, paths } from "../../../../platform/contract/paths.ts";
import { AppLink } from "../../../../platform/site/page/app-link.tsx";
import { authPath } from "../../contract/auth.ts";
import styles from "./account-choice.module.css";

interface AccountChoiceProps {
  readonly current: "login" | "create";
  readonly loginPage: Path;
  readonly next: string | undefined;
}

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
