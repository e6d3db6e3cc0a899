/** Preloaded into a server: sends it a SIGTERM in the moment in which its port listens. */
import { Server } from "node:http";

const { listen } = Server.prototype;
Server.prototype.listen = function (...options) {
  // Not the one of the administration, which listens on a file.
  this.once("listening", () => typeof this.address() === "object" && process.kill(process.pid, "SIGTERM"));
  return listen.apply(this, options);
};
