/** Requests to the media host, always in CORS mode so that responses are readable. */

/** Whether a URL is an asset, `/media/{asset}`; deeper paths are uploads. Any host: asset names are 128 random bits. */
export const isAsset = (url: URL) => /^\/media\/[^/]+$/.test(url.pathname);

/** Fetches in CORS mode without credentials, because an opaque body cannot be sliced. */
export const fetchMedia = (url: string, init: RequestInit) =>
  fetch(url, { mode: "cors", credentials: "omit", ...init });

/** Whether a response can be audio. A captive portal returns a page (specification 17.5). */
export const isSound = (response: Response) =>
  /^(audio\/|video\/|application\/(ogg|octet-stream))/i.test(response.headers.get("content-type") ?? "");

export const isImage = (response: Response) => /^image\//i.test(response.headers.get("content-type") ?? "");
