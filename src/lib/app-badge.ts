/** Shows a number on the app's icon, none for 0; only some browsers have that, for installed apps. In pages and workers. */
export function setBadge(count: number): void {
  const { setAppBadge }: Partial<NavigatorBadge> = globalThis.navigator ?? {};
  // Refused where the app is not installed.
  setAppBadge?.call(navigator, count).catch(() => {});
}
