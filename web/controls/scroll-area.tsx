import type { ReactNode } from 'react';

interface Props {
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** A part that scrolls: it takes the focus, so that the keyboard can scroll it. */
export function ScrollArea({ label, className, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1)
    <section className={className} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
