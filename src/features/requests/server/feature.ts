import type { Feature } from "../../../platform/server/feature.ts";
import { registerApiEndpoints } from "../../integrations/server/api/api-endpoint.ts";
import { registerDeskEndpoints } from "../../staff/server/access/desk-endpoint.ts";
import { apiLimits, requestApiEndpoints } from "../contract/api.ts";
import { requestEndpoints, requestsTopic } from "../contract/desk.ts";
import { requestImportEndpoints } from "../contract/import.ts";
import { providerApiEndpoints } from "../contract/provider-api.ts";
import { providerEndpoints, providerPictureEndpoints } from "../contract/providers.ts";
import { requestsLiveTopic } from "./live-topic.ts";
import { askPages, findAskState, registerAsking } from "./portal/routes.ts";

export const requests: Feature = {
  register(app, context) {
    registerAsking(app, context);
    registerDeskEndpoints(
      app,
      context,
      requestEndpoints,
      async () => (await import("./desk/handlers.ts")).requestHandlers(context),
      // Open pages reload these by themselves.
      { list: { isPassive: true }, counts: { isPassive: true } },
    );
    // Files are read in the handler, after authentication.
    app.register(async (scope) => {
      const types = ["text/csv", "application/octet-stream"];
      scope.addContentTypeParser(types, (_request, payload, done) => done(null, payload));
      registerDeskEndpoints(scope, context, requestImportEndpoints, async () =>
        (await import("./desk/handlers.ts")).requestImportHandlers(context),
      );
      registerDeskEndpoints(scope, context, providerPictureEndpoints, async () =>
        (await import("./desk/handlers.ts")).providerPictureHandlers(context),
      );
    });
    registerApiEndpoints(
      app,
      context,
      requestApiEndpoints,
      async () => (await import("./api/handlers.ts")).requestApiHandlers,
      {
        batch: { limit: "apiBatch", bodyLimit: apiLimits.bytes },
        read: { own: { scope: "requests", in: "response" } },
        list: { own: { scope: "requests", in: "query" } },
      },
    );
    registerApiEndpoints(
      app,
      context,
      providerApiEndpoints,
      async () => (await import("./api/provider-handlers.ts")).providerApiHandlers,
    );
    registerDeskEndpoints(app, context, providerEndpoints, async () =>
      (await import("./desk/handlers.ts")).providerHandlers(context),
    );
  },
  pages: { paths: [...askPages], findState: findAskState },
  liveTopics: { [requestsTopic]: requestsLiveTopic },
};
