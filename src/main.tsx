/** Composition root: database, query client, router, identity; nothing else wires. */
// First of all: it names the cascade layers in their order.
import "./styles/index.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createOwnApp } from "./app.ts";
import { createAppRouter } from "./routes/tree.tsx";

const { app, start } = createOwnApp();
const router = createAppRouter(app);

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={app.queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);

// The first paint waits for nothing of this.
requestAnimationFrame(() => setTimeout(() => start(router)));
