import { useLab } from '../state/store';
import { KeysDialog } from './keys-dialog';
import { OpenDialog } from './open-dialog';
import { ShareDialog } from './share-dialog';

const close = () => useLab.setState({ dialog: null });

/** The dialog that is open, if one is. */
export function Dialogs() {
  const dialog = useLab((state) => state.dialog);
  if (dialog === 'open') return <OpenDialog onClose={close} />;
  if (dialog === 'share') return <ShareDialog onClose={close} />;
  if (dialog === 'keys') return <KeysDialog onClose={close} />;
  return null;
}
