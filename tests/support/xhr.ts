/** XMLHttpRequest over node's fetch, as far as uploads use it: node has none. */
export class NodeXhr {
  status = 0;
  responseText = "";
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onabort: (() => void) | null = null;
  readonly upload: { onprogress: unknown; onload: (() => void) | null } = {
    onprogress: null,
    onload: null,
  };
  #request: { method: string; url: string } = { method: "GET", url: "" };
  #headers: Record<string, string> = {};
  #answer: Headers | undefined;
  readonly #abort = new AbortController();

  open(method: string, url: string): void {
    this.#request = { method, url };
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers[name] = value;
  }

  getResponseHeader(name: string): string | null {
    return this.#answer?.get(name) ?? null;
  }

  abort(): void {
    this.#abort.abort();
  }

  send(body: FormData): void {
    const { method, url } = this.#request;
    fetch(url, { method, headers: this.#headers, body, signal: this.#abort.signal })
      .then(async (response) => {
        this.upload.onload?.();
        this.status = response.status;
        this.#answer = response.headers;
        this.responseText = await response.text();
        this.onload?.();
      })
      .catch(() => (this.#abort.signal.aborted ? this.onabort?.() : this.onerror?.()));
  }
}
