import { Registration } from "./Registration.tsx";

/** Listener registration (specification 3.4). */
export const Register = () => <Registration artist={false} />;
