import { Registration } from "./Registration.tsx";

/** Artist registration (specification 3.4). */
export const RegisterArtist = () => <Registration artist />;
