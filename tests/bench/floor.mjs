/** The floor of the list bench: a bare Fastify that answers the bytes it was given. Arguments: port, file. */
import { readFileSync } from "node:fs";
import Fastify from "fastify";

const [port, file] = process.argv.slice(2);
const body = readFileSync(file, "utf8");
const app = Fastify();
app.get("/readyz", async () => "ready");
app.get("/*", (_, reply) => reply.type("application/json; charset=utf-8").send(body));
await app.listen({ host: "127.0.0.1", port: Number(port) });
