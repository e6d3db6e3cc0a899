/** Which kinds of files this browser plays, by container and codec; asked once per kind (specification 6.35). */

/** Kinds that the server names by their container alone. A browser that is unsure says "maybe" to any container. */
const codecs = new Map([
  ["audio/mp4", 'audio/mp4; codecs="mp4a.40.2"'],
  ["audio/ogg", 'audio/ogg; codecs="vorbis"'],
]);

type Ask = (kind: string) => CanPlayTypeResult;

const askElement: Ask = (kind) => document.createElement("audio").canPlayType(kind);

export function createKinds(ask: Ask = askElement): (mimeType: string | undefined) => boolean {
  const answers = new Map<string, boolean>();
  return (mimeType) => {
    // What is not known is tried.
    if (!mimeType) return true;
    const known = answers.get(mimeType);
    if (known !== undefined) return known;
    const answer = ask(codecs.get(mimeType) ?? mimeType) !== "";
    answers.set(mimeType, answer);
    return answer;
  };
}

/** Whether this browser plays such a file. */
export const playsKind = createKinds();
