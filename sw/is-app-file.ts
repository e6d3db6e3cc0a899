/** Every document of the app has this, in all versions. */
const documentMark = 'id="not-started"';

export const isDocument = (url: string): boolean => /\.html(\?|$)/.test(url);

/**
 * Whether a response is the app's file of that address, with its bytes. A captive portal, or a proxy that fails, answers
 * every address with a page of its own (specification 17.61). Reads the body of a document.
 */
export async function isAppFile(url: string, response: Response): Promise<boolean> {
  if (isDocument(url)) return (await response.text()).includes(documentMark);
  return !isPage(response) && (await response.blob()).size > 0;
}

/** By its headers alone. */
export const isPage = ({ headers }: Response): boolean => headers.get("content-type")?.startsWith("text/html") === true;
