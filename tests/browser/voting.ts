// A person at the voting page.
import { expect, type Locator, type Page } from "@playwright/test";

export type Answer = "left" | "right" | "tie" | "skip" | "undo";

export class Booth {
  readonly left: Locator;
  readonly right: Locator;
  readonly saved: Locator;

  constructor(
    readonly page: Page,
    readonly way: "keyboard" | "click" | "touch",
  ) {
    this.left = page.getByRole("button", { name: /^This one, left/ });
    this.right = page.getByRole("button", { name: /^This one, right/ });
    this.saved = page.getByText("Saved", { exact: true });
  }

  async open(link: string): Promise<void> {
    await this.page.goto(link);
    await this.ready();
  }

  // A pair is shown and can be answered.
  async ready(): Promise<void> {
    await expect(this.left).toBeEnabled();
  }

  // The ids of what is shown.
  async pair(): Promise<[number, number]> {
    await this.ready();
    const item = async (side: string) =>
      Number(await this.page.locator(`.thing[data-side=${side}]`).getAttribute("data-item"));
    return [await item("left"), await item("right")];
  }

  async give(answer: Answer): Promise<void> {
    const keys = { left: "ArrowLeft", right: "ArrowRight", tie: "t", skip: "ArrowUp", undo: "Backspace" };
    if (this.way === "keyboard") return this.page.keyboard.press(keys[answer]);
    const button = {
      left: this.left,
      right: this.right,
      tie: this.page.getByRole("button", { name: "Tie" }),
      skip: this.page.getByRole("button", { name: "Skip" }),
      undo: this.page.getByRole("button", { name: "Undo" }),
    }[answer];
    await (this.way === "touch" ? button.tap() : button.click());
  }

  async counted(answers: number): Promise<void> {
    await expect(this.page.locator(".answers")).toHaveText(`${answers} ${answers === 1 ? "answer" : "answers"}`);
  }
}
