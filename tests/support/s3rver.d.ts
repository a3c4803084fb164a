/** The parts of the S3 server that tests use; the package has no types. */
declare module "@20minutes/s3rver" {
  interface Context {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string | undefined>>;
    readonly res: import("node:http").ServerResponse;
    status: number;
    body: unknown;
  }
  type Middleware = (context: Context, next: () => Promise<void>) => Promise<void>;
  interface ListOptions {
    readonly maxKeys: number;
    readonly startAfter?: string;
  }
  interface StoredObject {
    readonly content: import("node:stream").Readable;
    /** Bytes, as the request says. */
    readonly size: number;
  }
  interface ObjectList {
    readonly objects: { readonly key: string }[];
    readonly isTruncated: boolean;
  }

  class S3rver {
    constructor(options: {
      readonly address: string;
      readonly port: number;
      readonly silent: boolean;
      readonly directory: string;
      readonly vhostBuckets: boolean;
      readonly configureBuckets: readonly { readonly name: string }[];
      readonly allowMismatchedSignatures?: boolean;
      /** For https. */
      readonly key?: Buffer;
      readonly cert?: Buffer;
    });
    readonly middleware: Middleware[];
    readonly httpServer: import("node:http").Server;
    readonly store: {
      existsObject(bucket: string, key: string): Promise<boolean>;
      putObject(object: StoredObject): Promise<unknown>;
      listObjects(bucket: string, options: ListOptions): Promise<ObjectList>;
    };
    run(): Promise<import("node:net").AddressInfo>;
    close(): Promise<void>;
  }
  export = S3rver;
}
