import type { Page } from "playwright-core";
import type { Question } from "../../apps/studio/src/engine/messages.js";

/**
 * Holds answers of Studio's workers back from the page, which is then waiting for them for as long as a test likes,
 * however quick the workers are; they work, and report progress. Of the questions of a kind that are asked from now on,
 * those of `slice(start, end)` are held.
 */
export function holdAnswers(page: Page, question: Question, start = 0, end = Number.MAX_SAFE_INTEGER): Promise<void> {
  return page.evaluate(hold, { question, start, end });
}

/** Lets the held answers go, and holds no further ones. */
export function releaseAnswers(page: Page): Promise<void> {
  return page.evaluate(() => (globalThis as unknown as { releaseAnswers: () => void }).releaseAnswers());
}

/** The script that holds answers, for a page that is loaded later (`addInitScript`). */
export function hold({ question, start, end }: { question: Question; start: number; end: number }): void {
  const { postMessage } = Worker.prototype;
  const held: (() => void)[] = [];
  let isReleased = false;
  let asked = 0;
  Worker.prototype.postMessage = function (this: Worker, message, ...transfer: never[]) {
    const turn = message.question === question ? asked++ : -1;
    if (turn >= start && turn < end) {
      const { onmessage } = this;
      this.onmessage = (event) => {
        const give = () => onmessage?.call(this, event);
        const isAnswer = !("progress" in event.data);
        if (isAnswer) this.onmessage = onmessage;
        if (isAnswer && !isReleased) held.push(give);
        else give();
      };
    }
    postMessage.call(this, message, ...transfer);
  };
  const releaseAnswers = () => {
    Worker.prototype.postMessage = postMessage;
    isReleased = true;
    for (const give of held.splice(0)) give();
  };
  Object.assign(globalThis, { releaseAnswers });
}
