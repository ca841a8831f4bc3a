/** Stands in for the module `cloudflare:workers`: the base class keeps what its constructor gets. */
export class DurableObject<Env = unknown> {
  constructor(
    protected readonly ctx: unknown,
    protected readonly env: Env,
  ) {}
}
