/** The email that an ID token carries; its signature is the server's matter. */
export function emailIn(token: string): string | undefined {
  try {
    const base64 = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof claims !== "object" || claims === null || !("email" in claims)) return undefined;
    return typeof claims.email === "string" ? claims.email : undefined;
  } catch {
    // No token of the kind we know: then it tells nothing.
    return undefined;
  }
}
