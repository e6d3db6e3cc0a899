/** As much of W3C WebDriver as the tests use (https://www.w3.org/TR/webdriver2/). */

/** Name under which an element's reference travels, by the standard. */
const elementKey = "element-6066-11e4-a52e-4f735466cecf";

export type ElementReference = Record<typeof elementKey, string>;

export interface WebDriverSession {
  /** A command of the session; answers its value. */
  send(method: "GET" | "POST" | "DELETE", path: string, body?: unknown): Promise<unknown>;
  /** Value of an expression, or what its promise brings. */
  run(script: string): Promise<unknown>;
}

export const pathOf = (element: ElementReference) => `/element/${element[elementKey]}`;

/** @param driver address of the driver */
export async function createSession(driver: string, capabilities: Record<string, unknown>): Promise<WebDriverSession> {
  const body = { capabilities: { alwaysMatch: capabilities } };
  const session = (await command("POST", `${driver}/session`, body)) as { sessionId: string }; // by the standard
  const base = `${driver}/session/${session.sessionId}`;
  const send: WebDriverSession["send"] = (method, path, sent) => command(method, base + path, sent);
  return {
    send,
    async run(script) {
      const args: unknown[] = [];
      const wrapped = `const done = arguments[arguments.length - 1];
        (async () => ${script})().then((value) => done({ value }), (error) => done({ error: String(error) }));`;
      const answer = (await send("POST", "/execute/async", { script: wrapped, args })) as {
        value?: unknown;
        error?: string;
      }; // as written above
      if (answer.error !== undefined) throw new Error(answer.error);
      return answer.value;
    },
  };
}

async function command(method: string, url: string, body?: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method,
    ...(method === "POST" ? { body: JSON.stringify(body ?? {}) } : {}),
  });
  const { value } = (await response.json()) as { value: unknown }; // by the standard
  if (response.ok) return value;
  const { error, message } = value as { error: string; message: string }; // by the standard
  throw new Error(`${error}: ${message}`);
}
