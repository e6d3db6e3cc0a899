/** Requests to the media host, wherever it is: the worker sees only what it answers, never an opaque body. */

/** One asset, as in `/media/{asset}`; deeper paths are uploads. Names are 128 random bits, so the host says nothing. */
export const isAsset = (url: URL) => /^\/media\/[^/]+$/.test(url.pathname);

/** A CORS request that carries nothing of the user; readable bodies only, since an opaque one cannot be sliced. */
export const fetchMedia = (url: string, init: RequestInit = {}) =>
  fetch(url, { mode: "cors", credentials: "omit", ...init });

/** Whether this could be a sound file. A captive portal answers with a page (specification 17.5). */
export const isSound = (response: Response) =>
  /^(audio\/|video\/|application\/(ogg|octet-stream))/i.test(response.headers.get("content-type") ?? "");

export const isImage = (response: Response) => /^image\//i.test(response.headers.get("content-type") ?? "");
