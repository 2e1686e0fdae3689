/** What the host answers to a question that changes while a person types. */
import { useEffect, useState } from "react";
import { messageOf } from "../../shared/errors.ts";

/** Typing goes on for a while: the host is asked when it pauses. */
const PAUSE_MS = 250;

type Asked<T> = {
  /** The question that was answered last. */
  readonly question: () => Promise<T>;
  readonly answer: T | undefined;
  readonly error: string | undefined;
};

export type Answer<T> = {
  /** The last answer, which may be to an earlier question. Undefined until the first one. */
  readonly answer: T | undefined;
  /** Why the last question was refused. */
  readonly error: string | undefined;
  /** Whether `answer` or `error` is about the question as it is now. */
  readonly isCurrent: boolean;
  /** Puts more into the answer. Does nothing when another question has been answered meanwhile. */
  readonly extend: (more: (answer: T) => Promise<T>) => void;
};

/**
 * Asks whenever `question` is another function: memoize it with what it asks about.
 * Asks again when `again` is another value.
 */
export function useAnswer<T>(question: () => Promise<T>, again?: unknown): Answer<T> {
  const [asked, setAsked] = useState<Asked<T>>();
  useEffect(() => {
    let isOver = false;
    const take = (change: { answer: T } | { error: string }): void => {
      if (!isOver) setAsked((before) => ({ answer: before?.answer, error: undefined, ...change, question }));
    };
    const timer = setTimeout(() => {
      question().then(
        (answer) => take({ answer }),
        (reason: unknown) => take({ error: messageOf(reason) }),
      );
    }, PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [question, again]);
  const extend = (more: (answer: T) => Promise<T>): void => {
    if (asked?.answer === undefined) return;
    const take = (change: { answer: T } | { error: string }): void =>
      setAsked((now) => (now === asked ? { ...now, error: undefined, ...change } : now));
    more(asked.answer).then(
      (answer) => take({ answer }),
      (reason: unknown) => take({ error: messageOf(reason) }),
    );
  };
  return { answer: asked?.answer, error: asked?.error, isCurrent: asked?.question === question, extend };
}
