/** A bar above all views: something that holds for the whole window, in words, and what a person can do about it. */
import type { ReactElement, ReactNode } from "react";

const LOOKS = {
  wait: { bar: "border-wait bg-wait-bg", title: "text-wait", glyph: "◆" },
  fail: { bar: "border-fail bg-fail-bg", title: "text-fail", glyph: "■" },
} as const;

type NoticeBarProps = {
  /** The name of the region. */
  readonly label: string;
  /** It waits for a person's word, or keeps something from working. */
  readonly look: keyof typeof LOOKS;
  readonly title: ReactNode;
  /** The rest of the sentence, or another. */
  readonly text: string;
  /** Its buttons. */
  readonly children: ReactNode;
};

export function NoticeBar({ label, look, title, text, children }: NoticeBarProps): ReactElement {
  const { bar, title: color, glyph } = LOOKS[look];
  return (
    <div
      role="region"
      data-region
      tabIndex={-1}
      aria-label={label}
      className={`flex min-h-10 flex-none flex-wrap items-center gap-x-3 gap-y-1 border-b px-3 py-1 outline-none ${bar}`}
    >
      <span role="status" className="min-w-0 flex-1 basis-64 break-words">
        <strong className={`font-semibold ${color}`}>
          <span aria-hidden>{glyph} </span>
          {title}
        </strong>{" "}
        {text}
      </span>
      {children}
    </div>
  );
}
