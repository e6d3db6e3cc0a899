// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { renderForUser } from "../../../tests/support/component.ts";
import type { FormImage } from "./form-image.ts";
import { ImageField } from "./ImageField.tsx";

vi.mock("../../app/app-context.ts", () => ({
  useApp: () => ({ config: { mediaUrl: (url: string) => `https://music.example${url}` } }),
}));

const onBlur = vi.fn<() => void>();

const onValue = vi.fn<(image: FormImage) => void>();

function show(initial: FormImage) {
  function Form() {
    const [image, setImage] = useState(initial);
    const change = (to: FormImage) => {
      onValue(to);
      setImage(to);
    };
    return <ImageField label="Image" name="image" value={image} onValue={change} onBlur={onBlur} />;
  }
  return renderForUser(<Form />);
}

// 3.16.7
test("previews the present image; a press takes it out, and another can be chosen and taken out", async () => {
  const { user, container } = show("/media/1");
  expect(container.querySelector("img")?.src).toBe("https://music.example/media/1");
  await user.click(screen.getByRole("button", { name: "Remove the image" }));
  expect(onValue).toHaveBeenLastCalledWith(null);
  expect(container.querySelector("img")).toBeNull();
  const file = new File(["x"], "cover.png", { type: "image/png" });
  await user.upload(screen.getByLabelText("Image"), file);
  expect(onValue).toHaveBeenLastCalledWith(file);
  expect(container.querySelector("img")?.src).toMatch(/^blob:/);
  await user.click(screen.getByRole("button", { name: "Remove cover.png" }));
  expect(onValue).toHaveBeenLastCalledWith(null);
});

test("a choice counts as left, so that its error shows at once, and keeps the focus", async () => {
  const { user } = show(null);
  const input = screen.getByLabelText("Image");
  await user.tab();
  onBlur.mockClear();
  fireEvent.change(input, { target: { files: [new File(["x"], "cover.png", { type: "image/png" })] } });
  expect(onBlur).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(input);
});

// 20.4
test("the focus goes on to the field when the image is taken out by keyboard", async () => {
  const { user } = show(new File(["x"], "cover.png", { type: "image/png" }));
  screen.getByRole("button", { name: "Remove cover.png" }).focus();
  await user.keyboard("{Enter}");
  expect(screen.queryByRole("button", { name: "Remove cover.png" })).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText("Image"));
});

// 8.12
test("what the browser cannot show as an image is told at once, until another is chosen", async () => {
  const { user, container } = show(null);
  await user.upload(screen.getByLabelText("Image"), new File(["x"], "letter.png", { type: "image/png" }));
  const input = screen.getByLabelText("Image");
  fireEvent.error(container.querySelector("img") ?? container);
  screen.getByText(/^This browser can't show this image/);
  await user.upload(input, new File(["y"], "cover.png", { type: "image/png" }));
  expect(screen.queryByText(/^This browser can't show this image/)).toBeNull();
});

test("a file of which the browser knows no type can be taken out, too", () => {
  show(new File(["x"], "cover.jpg"));
  expect(screen.getByRole("button", { name: "Remove cover.jpg" })).toHaveProperty("disabled", false);
});
