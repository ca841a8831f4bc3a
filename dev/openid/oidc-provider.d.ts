/** The part of oidc-provider that the tests use; it brings no types of its own. */
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  export interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  export interface Context {
    path: string;
    method: string;
    status: number;
    body: unknown;
    oidc: {
      client: { clientId: string };
      session: { accountId: string };
      provider: Provider;
    };
  }

  export interface Interaction {
    uid: string;
    prompt: { name: string };
  }

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    readonly Grant: new (owner: {
      clientId: string;
      accountId: string;
    }) => Grant;
    use(middleware: (ctx: Context, next: () => Promise<void>) => Promise<void>): this;
    callback(): (req: IncomingMessage, res: ServerResponse) => Promise<void>;
    interactionDetails(req: IncomingMessage, res: ServerResponse): Promise<Interaction>;
    interactionFinished(
      req: IncomingMessage,
      res: ServerResponse,
      result: Record<string, unknown>,
      options?: { mergeWithLastSubmission?: boolean },
    ): Promise<void>;
  }
  export default Provider;
}
