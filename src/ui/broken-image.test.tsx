// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Avatar } from "./Avatar.tsx";
import { retryImages } from "./broken-image.ts";
import { Cover } from "./Cover.tsx";

afterEach(cleanup);

test.each([
  ["cover", () => <Cover src="/media/a" seed="a" size={40} />],
  ["avatar", () => <Avatar src="/media/a" name="Ada" />],
])("a %s that did not come is drawn, and asked for again when the network is back", (_, Image) => {
  const { container } = render(<Image />);
  const image = () => container.querySelector("img");
  fireEvent.error(image() ?? container);
  expect(image()).toBeNull();
  act(retryImages);
  expect(image()).not.toBeNull();
});
