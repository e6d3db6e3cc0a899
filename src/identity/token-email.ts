/** Reads the email in an ID token. The server verifies the signature. */
export function emailIn(token: string): string | undefined {
  try {
    const base64 = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof claims !== "object" || claims === null || !("email" in claims)) return undefined;
    return typeof claims.email === "string" ? claims.email : undefined;
  } catch {
    // Not a JWT.
    return undefined;
  }
}
