/** The popup that replaces Google in demo mode (specification 16.15). */
import { IdentityError } from "./identity.ts";

const size = { width: 480, height: 680 };
const pollMs = 300;
/** The popup closes as soon as it has sent its message, which may be on its way for longer on a busy machine. */
const messageMs = 2_000;

/**
 * Opens the popup and resolves with its assertion. Accepts messages only from that window and our own origin. Rejects with
 * IdentityError if the popup is blocked or closed.
 */
export function askDemoGoogle(): Promise<string> {
  const left = Math.max(0, window.screenX + (window.outerWidth - size.width) / 2);
  const top = Math.max(0, window.screenY + (window.outerHeight - size.height) / 2);
  const popup = window.open(
    "/identity/google",
    "offbeat-demo-google",
    `popup,width=${size.width},height=${size.height},left=${left},top=${top}`,
  );
  if (popup === null) return Promise.reject(new IdentityError("auth/popup-blocked", "The popup was blocked"));

  return new Promise((resolve, reject) => {
    const onMessage = ({ source, origin, data }: MessageEvent<unknown>) => {
      if (source !== popup || origin !== location.origin || !isAssertion(data)) return;
      end();
      resolve(data.assertion);
    };
    let closing: ReturnType<typeof setTimeout> | undefined;
    const polling = setInterval(() => {
      if (!popup.closed) return;
      clearInterval(polling);
      closing = setTimeout(() => {
        end();
        reject(new IdentityError("auth/popup-closed-by-user", "The popup was closed"));
      }, messageMs);
    }, pollMs);
    const end = () => {
      window.removeEventListener("message", onMessage);
      clearInterval(polling);
      clearTimeout(closing);
    };
    window.addEventListener("message", onMessage);
    popup.focus();
  });
}

const isAssertion = (data: unknown): data is { assertion: string } =>
  typeof data === "object" &&
  data !== null &&
  "type" in data &&
  data.type === "offbeat-demo-google" &&
  "assertion" in data &&
  typeof data.assertion === "string";
