/** Renders components into a DOM. The test file starts with `// @vitest-environment happy-dom`. */
import "./native-controls.ts";
import { cleanup, render, type RenderOptions } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach } from "vitest";

// happy-dom has the name alone: one tab holds every lock.
Object.defineProperty(navigator, "locks", {
  value: { request: (_name: string, ...rest: unknown[]) => (rest.at(-1) as (lock: object) => unknown)({}) }, // the callback comes last
});

afterEach(cleanup);

/** `user` types and clicks as a person would. */
export function renderForUser(component: ReactNode, options: RenderOptions = {}) {
  return { user: userEvent.setup(), ...render(component, options) };
}
