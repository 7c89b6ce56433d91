import './dialog.css';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from './icon-button';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A modal dialog: the browser's own, so focus and Escape behave. It opens when it is rendered. */
export function Dialog({ title, onClose, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (dialog && !dialog.open) dialog.showModal();
  }, []);
  return (
    <dialog ref={ref} className="dialog" aria-labelledby={heading} onClose={onClose}>
      <header>
        <h2 id={heading}>{title}</h2>
        <IconButton icon="close" label="Close" onClick={() => ref.current?.close()} />
      </header>
      <div className="dialog-body">{children}</div>
    </dialog>
  );
}
