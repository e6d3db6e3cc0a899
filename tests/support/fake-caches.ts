/** Cache Storage with one cache, as far as downloads use it. */
export function fakeCaches() {
  const kept = new Map<string, Response>();
  const cache = {
    put: async (key: string, response: Response) => void kept.set(key, response),
    delete: async (key: string | { url: string }) => kept.delete(typeof key === "string" ? key : key.url),
    keys: async () => [...kept.keys()].map((url) => ({ url })),
  };
  return {
    kept,
    open: async () => cache,
    has: async () => true,
    match: async (key: string, { ignoreSearch = false }: CacheQueryOptions = {}) => {
      const found = ignoreSearch ? [...kept].find(([url]) => pathOf(url) === pathOf(key))?.[1] : kept.get(key);
      return found?.clone();
    },
  };
}

const pathOf = (url: string) => url.split("?", 1)[0];
