import { lazy, Suspense } from 'react';
import { type DialogName, useLab } from '../state/store';

/** Fetched when they are first opened. */
const dialogs = {
  open: lazy(() => import('./open-dialog')),
  share: lazy(() => import('./share-dialog')),
  keys: lazy(() => import('./keys-dialog')),
} satisfies Record<DialogName, unknown>;

const close = () => useLab.setState({ dialog: null });

/** The dialog that is open, if one is. */
export function Dialogs() {
  const name = useLab((state) => state.dialog);
  if (name === null) return null;
  const Body = dialogs[name];
  return (
    <Suspense>
      <Body onClose={close} />
    </Suspense>
  );
}
