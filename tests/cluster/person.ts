import { personHeader } from "../../src/platform/contract/define-endpoint.ts";

/** A signed-in person with the cookies of their browser. */
export class Person {
  readonly email: string;
  uid = "";
  readonly #jar = new Map<string, string>();

  constructor(email: string, response: Response) {
    this.email = email;
    this.keep(response);
  }

  get cookie(): string {
    return [...this.#jar].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  keep(response: Response): void {
    this.uid = response.headers.get(personHeader) ?? this.uid;
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") this.#jar.delete(name);
      else this.#jar.set(name, value);
    }
  }
}
