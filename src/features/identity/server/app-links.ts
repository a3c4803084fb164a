import type { FastifyInstance } from "fastify";
import { brand } from "../../../brand.ts";
import { ApiError } from "../../../platform/server/api-error.ts";

/**
 * Files by which the company's apps open the site's links and share its passkeys; absent until
 * brand.ts names the apps.
 */
export function registerAppLinks(
  app: FastifyInstance,
  { ios, android }: Pick<typeof brand.apps, "ios" | "android"> = brand.apps,
): void {
  const files = {
    "apple-app-site-association": ios && {
      applinks: {
        details: [{ appIDs: ios.appIds, components: ios.paths.map((path) => ({ "/": path })) }],
      },
      webcredentials: { apps: ios.appIds },
    },
    "assetlinks.json": android?.map(({ packageName, fingerprints }) => ({
      relation: [
        "delegate_permission/common.handle_all_urls",
        "delegate_permission/common.get_login_creds",
      ],
      target: {
        namespace: "android_app",
        package_name: packageName,
        sha256_cert_fingerprints: fingerprints,
      },
    })),
  };
  for (const [name, contents] of Object.entries(files)) {
    app.get(`/.well-known/${name}`, async (_request, reply) => {
      if (!contents) throw new ApiError("not-found");
      return reply
        .header("cache-control", "public, max-age=3600")
        .type("application/json")
        .send(Buffer.from(JSON.stringify(contents)));
    });
  }
}
