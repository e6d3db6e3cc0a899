/** Web Locks in memory: exclusive and shared ones, `ifAvailable`, `signal` and `query`, granted in order. */

interface Request {
  name: string;
  mode: LockMode;
  grant: () => void;
}

export function createLocks(): Pick<LockManager, "request" | "query"> {
  const held: Request[] = [];
  const waiting: Request[] = [];

  const fits = ({ name, mode }: Request) =>
    held.every((one) => one.name !== name || (one.mode === "shared" && mode === "shared"));

  function grantNext(): void {
    for (const request of waiting.slice()) {
      if (!fits(request)) continue;
      waiting.splice(waiting.indexOf(request), 1);
      held.push(request);
      request.grant();
    }
  }

  async function request(
    name: string,
    ...given: [LockGrantedCallback<unknown>] | [LockOptions, LockGrantedCallback<unknown>]
  ): Promise<unknown> {
    const [options, work] = given.length === 1 ? [{}, given[0]] : given;
    const { mode = "exclusive", ifAvailable = false, signal } = options;
    let grant = () => {};
    const granted = new Promise<void>((resolve) => (grant = resolve));
    const own: Request = { name, mode, grant };
    if (ifAvailable && !fits(own)) return work(null);
    waiting.push(own);
    grantNext();
    const refused = new Promise<never>((_, reject) =>
      signal?.addEventListener("abort", () => {
        if (!waiting.includes(own)) return;
        waiting.splice(waiting.indexOf(own), 1);
        reject(signal.reason);
      }),
    );
    await Promise.race([granted, refused]);
    try {
      return await work({ name, mode });
    } finally {
      held.splice(held.indexOf(own), 1);
      grantNext();
    }
  }

  return {
    request: request as LockManager["request"], // whose result has the type of what the work resolves with
    query: async () => ({ held: held.map(({ name, mode }) => ({ name, mode })), pending: [] }),
  };
}
