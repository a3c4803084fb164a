import { brand } from "../../../../brand.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { PhoneLinks } from "../../../../platform/site/page/phone-links.tsx";
import { doorLogin } from "../../../../platform/site/pictures/forms.ts";
import styles from "./auth.module.css";
import { AuthPage } from "./auth-page.tsx";
import { LoginView } from "./login/login-view.tsx";

/** Sign-in page of the older adults' portal; leads to the profile. */
export default function LoginPage() {
  return (
    <AuthPage
      path={paths.login}
      heading={
        <>
          <span className={styles.sentence}>Welcome home.</span>{" "}
          <span className={styles.sentence}>Log in.</span>
        </>
      }
      title="Welcome home. Log in."
      description={`Log in to your ${brand.name} account to see your profile and your requests.`}
      surface="marigold"
      picture={doorLogin}
      crop="low"
      share="login"
      talk={false}
    >
      <LoginView page={paths.login}>
        <div className={styles.about}>
          <p>You do not need an account or an app to get help. Call or text us:</p>
          <PhoneLinks />
        </div>
      </LoginView>
    </AuthPage>
  );
}
