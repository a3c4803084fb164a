import type { OutgoingHttpHeaders } from "node:http";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Release } from "../../contract/built-site.ts";
import { stateMark } from "../../contract/built-site.ts";
import { type FormState, formStateId } from "../../contract/form-engine/submission.ts";
import { tokenPages } from "../../contract/paths.ts";
import { ApiError } from "../api-error.ts";
import { isForPrograms } from "../http/errors/problem.ts";
import { allowPicturesFrom } from "../http/security-headers.ts";
import { splitQuery, withoutTrailingSlashes } from "./addresses.ts";
import { applyDisplayPreferences, readDisplayPreferences } from "./display-preferences.ts";
import { brotliQuality, DisplayVariants } from "./display-variants.ts";
import { withFormTarget } from "./form-targets.ts";
import { isShared, type PageStates } from "./page-states.ts";
import { withTitle } from "./page-title.ts";
import type { RenderQueue } from "./render-queue.ts";
import { SharedStates } from "./shared-states.ts";
import { acceptsBrotli, chooseEncoding, type ServedFile, type SiteFiles } from "./site-files.ts";
import { pack } from "./variant.ts";

/** The bundle for rendering pages at run time, built from src/app/site/prerender.tsx. */
interface PrerenderBundle {
  renderPage(path: string, state: FormState, alias?: string): Promise<{ body: string }>;
}

export class PageServer {
  /** For what is filled in when a page is served. */
  readonly files: SiteFiles;
  readonly #renders: RenderQueue;
  readonly #sharedHeaders: OutgoingHttpHeaders | undefined;
  #rendered = 0;
  readonly #displayVariants = new DisplayVariants();
  readonly #sharedStates = new SharedStates();
  #bundle: Promise<PrerenderBundle> | undefined;
  #states: PageStates | undefined;

  /** @param sharedSeconds how long shared caches may store listed pages; 0: not at all */
  constructor(files: SiteFiles, renders: RenderQueue, sharedSeconds = 0) {
    this.files = files;
    this.#renders = renders;
    // Browsers still revalidate each time; only shared caches may respond without it.
    this.#sharedHeaders =
      sharedSeconds > 0 ? { "cache-control": `max-age=0, s-maxage=${sharedSeconds}` } : undefined;
  }

  /** The text of a served file; empty if there is none. */
  readText(address: string): string {
    return this.files.find(address)?.identity.body.toString() ?? "";
  }

  /** Number of queued renders, and of rendered, rejected and abandoned ones since the start. */
  get renderCounts() {
    return { rendered: this.#rendered, ...this.#renders.counts };
  }

  get release(): Release {
    return this.files.site.release;
  }

  /** The path that the page for unknown paths was built for. */
  get notFoundPage(): string {
    return this.files.site.notFound;
  }

  hasPage(page: string): boolean {
    return this.files.site.pages[this.files.builtFor(page)] !== undefined;
  }

  /** Also serves a built page at a second path. @param of the path it was built for */
  addAlias(address: string, of: string): void {
    this.files.addAlias(address, of);
  }

  has(address: string): boolean {
    return this.files.find(address) !== null;
  }

  /** See `PageStates`. */
  findOutageNotice(page: string, query: URLSearchParams): string | undefined {
    return this.#states?.findOutageNotice(page, query);
  }

  /** See `SiteFiles.routeOf`. */
  routeOf(address: string): string | undefined {
    return this.files.routeOf(address);
  }

  /** Handles every GET and HEAD request without another route. */
  register(app: FastifyInstance, states: PageStates): void {
    this.#states = states;
    app.get("/*", async (request, reply) => {
      if (isForPrograms(request)) {
        reply.callNotFound();
        return reply;
      }
      const [address, query] = splitQuery(request.url);
      const mayHaveState = query !== undefined || request.headers.cookie !== undefined;
      if (mayHaveState && this.hasPage(address)) {
        const state = await states.find(address, new URLSearchParams(query), request);
        if (state && isShared(state)) return this.sendSharedState(reply, address, state);
        if (state) return this.sendWithState(reply, address, 200, state);
      }
      const file = this.files.find(address);
      if (file) {
        const isShared = file.isListed && !mayHaveState;
        return this.#send(request, reply, file, isShared ? this.#sharedHeaders : undefined);
      }
      return this.#sendMissing(request, reply, address, query);
    });
  }

  /** Sends a prebuilt page, with the cookies set on the reply. */
  serve(request: FastifyRequest, reply: FastifyReply, page: string): FastifyReply {
    const file = this.files.find(page) ?? this.files.notFound;
    const cookies = reply.getHeader("set-cookie");
    if (cookies === undefined) return this.#send(request, reply, file);
    // A response that sets a cookie must not be stored by shared caches.
    const extra = {
      "set-cookie": [cookies].flat().map(String),
      "cache-control": "private, no-cache",
    };
    return this.#send(request, reply, file, extra);
  }

  /**
   * Renders and sends a page with a form's state. Never cached.
   * @param picturesFrom another origin that the page may load a picture from
   * @throws ApiError "busy" if too many renders are queued
   */
  async sendWithState(
    reply: FastifyReply,
    page: string,
    status: number,
    state: FormState,
    picturesFrom?: string,
  ): Promise<FastifyReply> {
    const document = await this.#renders.run(reply, () => this.#render(page, state));
    return this.#sendRendered(reply, page, status, document, { picturesFrom });
  }

  /**
   * Sends a page in a state without personal data, rendered or from the server's cache; never
   * cached by clients.
   * @throws ApiError "busy" if too many renders are queued
   */
  async sendSharedState(
    reply: FastifyReply,
    page: string,
    state: FormState,
    status = 200,
  ): Promise<FastifyReply> {
    const key = `${this.#builtPage(page).identity.etag} ${page} ${JSON.stringify(state)}`;
    const kept = this.#sharedStates.find(key);
    const document =
      kept ??
      (await this.#renders.run(
        reply,
        async () =>
          // An earlier request in the queue may have rendered the same state.
          this.#sharedStates.find(key) ??
          this.#sharedStates.keep(key, await this.#render(page, state)),
      ));
    return this.#sendRendered(reply, page, status, document, { isPacked: true });
  }

  #builtPage(page: string): ServedFile {
    const built = this.files.find(page);
    if (!built) throw new Error(`There is no page ${page}.`);
    return built;
  }

  async #render(page: string, state: FormState): Promise<string> {
    const built = this.#builtPage(page);
    this.#bundle ??= import(
      pathToFileURL(path.join(this.files.folder, "prerender/prerender.js")).href
    );
    const { renderPage } = await this.#bundle;
    this.#rendered += 1;
    const { body } = await renderPage(this.files.builtFor(page), state, page);
    const block = `<script type="application/json" id="${formStateId}">${escapeJson(state)}</script>`;
    const document = built.identity.body.toString("utf8");
    // With a token in the path, scripts find the page by the path that it was built for.
    const html = tokenPages.some((one) => one === page)
      ? document.replace("<html", `<html data-alias="${page}"`)
      : document;
    const start = html.indexOf('<div id="root">');
    const full = `${html.slice(0, start)}${this.files.fillIn(body)}</body></html>`;
    return withTitle(
      full.replace(stateMark, () => block),
      state,
      page === this.notFoundPage,
    );
  }

  #sendRendered(
    reply: FastifyReply,
    page: string,
    status: number,
    document: string | undefined,
    { picturesFrom, isPacked }: { picturesFrom?: string | undefined; isPacked?: boolean },
  ): FastifyReply {
    if (document === undefined) {
      // The client has disconnected.
      reply.hijack();
      reply.raw.destroy();
      return reply;
    }
    const built = this.#builtPage(page);
    const { etag, "content-length": _length, ...plain } = built.identity.headers;
    const headers = withFormTarget(
      reply.request,
      picturesFrom ? allowPicturesFrom(plain, picturesFrom) : plain,
    );
    const { cookie = "", "accept-encoding": accepted = "" } = reply.request.headers;
    const reading = readDisplayPreferences(cookie);
    const html = reading.length > 0 ? applyDisplayPreferences(document, reading) : document;
    reply.code(status).headers({ ...headers, "cache-control": "no-store" });
    // Only what is the same for everyone: sizes tell of secrets beside what others choose (BREACH).
    return isPacked && acceptsBrotli.test(accepted)
      ? reply.header("content-encoding", "br").send(pack(Buffer.from(html), "br", brotliQuality))
      : reply.send(html);
  }

  /** Sends a page whose data could not be read. @param notice the notice on the page */
  async sendFailed(
    request: FastifyRequest,
    reply: FastifyReply,
    page: string,
    status: number,
    notice: string,
  ): Promise<FastifyReply> {
    try {
      return await this.sendSharedState(reply, page, { collection: "", notice }, status);
    } catch (error) {
      // If rendering fails or is overloaded, send the page without the notice.
      const built = this.files.find(page);
      if (!built) throw error;
      const { isPage, identity } = built;
      const retryAfter = reply.getHeader("retry-after");
      const extra = {
        "cache-control": "no-store",
        ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }),
      };
      return this.#send(request, reply, { status, isPage, identity }, extra);
    }
  }

  sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    return this.#send(request, reply, this.files.notFound);
  }

  #sendMissing(
    request: FastifyRequest,
    reply: FastifyReply,
    address: string,
    query: string | undefined,
  ): FastifyReply {
    const trimmed = withoutTrailingSlashes(address);
    // Only to existing paths: "/\\evil.example/" must not redirect to another site.
    const known = this.has(trimmed) ? trimmed : this.files.findInAnyCase(trimmed);
    if (known !== undefined && known !== address) {
      return reply.redirect(query === undefined ? known : `${known}?${query}`, 308);
    }
    if (address.startsWith("/api/")) throw new ApiError("not-found");
    return this.sendNotFound(request, reply);
  }

  /**
   * Writes a prepared response directly to the raw response, since Fastify would copy the headers
   * one by one.
   */
  #send(
    request: FastifyRequest,
    reply: FastifyReply,
    file: ServedFile,
    extra?: OutgoingHttpHeaders,
  ): FastifyReply {
    const { cookie, "accept-encoding": accepted = "" } = request.headers;
    const plain = chooseEncoding(file, accepted);
    const variant =
      file.isPage && cookie !== undefined ? this.#displayVariants.find(file, plain, cookie) : plain;
    reply.hijack();
    const { raw } = reply;
    if (file.status === 200 && request.headers["if-none-match"]?.includes(variant.etag)) {
      const { "content-length": _length, ...headers } = variant.headers;
      raw.writeHead(304, { ...headers, ...extra }).end();
    } else {
      raw.writeHead(file.status, extra ? { ...variant.headers, ...extra } : variant.headers);
      raw.end(request.method === "HEAD" ? undefined : variant.body);
    }
    return reply;
  }
}

/** The data must not be able to close its script element. */
function escapeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
