/** Somebody with an account, and what the server says of them, asked without a browser. */
import * as v from "valibot";

export interface Person {
  email: string;
  password: string;
  uid: string;
  /** Ids of the liked songs, newest like first. */
  likes(): Promise<string[]>;
}

let count = 0;

/** @param url of the server itself, not of a line to it */
export async function createPerson(url: string): Promise<Person> {
  const email = `person-${(count += 1)}-${Date.now()}@example.org`;
  const password = "Feeling#Good1";
  const reply = await post(
    `${url}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=offbeat-embedded`,
    { email, password, returnSecureToken: true },
  );
  const { idToken, localId } = v.parse(
    v.object({ idToken: v.string(), localId: v.string() }),
    reply,
  );
  const authorization = `Bearer ${idToken}`;
  const profile = { firstName: "Ada", lastName: "Quill", artist: false, newsletter: false };
  await post(`${url}/api/users`, profile, { authorization });
  return {
    email,
    password,
    uid: localId,
    async likes() {
      const list = await fetch(`${url}/api/users/myFavoriteSongs/${localId}?fields=ids`, {
        headers: { authorization },
      });
      return v.parse(v.object({ data: v.array(v.string()) }), await list.json()).data;
    },
  };
}

async function post(url: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const answer: unknown = await response.json();
  if (!response.ok)
    throw new Error(`${url} answered ${response.status}: ${JSON.stringify(answer)}`);
  return answer;
}
