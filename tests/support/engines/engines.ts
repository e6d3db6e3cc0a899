/** The engines in which stories are told. */
import { findFirefox, findWebKit } from "../programs.mjs";
import { openChromium } from "./chromium.ts";
import { openFirefox } from "./firefox.ts";
import type { EnginePage } from "./page.ts";
import { openWebKit } from "./webkit.ts";

export interface Engine {
  name: string;
  /** Opened again with the same folder it is the same device. */
  keepsProfile: boolean;
  /** It never calls a good file unplayable (docs/browsers.md). */
  knowsSounds: boolean;
  /** @param profile a folder of its own */
  open(profile: string): Promise<EnginePage>;
  /** Why its stories are not told here; undefined: they are. */
  absence(): string | undefined;
}

export const chromium: Engine = {
  name: "Chromium",
  keepsProfile: true,
  knowsSounds: true,
  open: openChromium,
  absence: () => undefined,
};

export const firefox: Engine = {
  name: "Firefox",
  keepsProfile: true,
  knowsSounds: true,
  open: (profile) => openFirefox(profile),
  absence: () =>
    findFirefox() === undefined ? "There is no Firefox: install firefox-esr, or set FIREFOX_PATH." : undefined,
};

export const webkit: Engine = {
  name: "WebKit",
  keepsProfile: false,
  knowsSounds: false,
  open: openWebKit,
  absence: () =>
    findWebKit() === undefined
      ? "There is no WebKit: install webkit2gtk-driver, xvfb, pulseaudio, gstreamer1.0-plugins-good and gstreamer1.0-libav."
      : undefined,
};
