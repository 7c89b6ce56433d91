import { Dialog } from '../controls/dialog';
import { keys, mapKeys } from '../state/keys';

/** Everything that the keyboard does. */
export default function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keyboard" onClose={onClose}>
      <KeyList list={keys.filter((key) => key.keys.length > 0)} />
      <h3>In a heap map that has the focus</h3>
      <KeyList list={mapKeys} />
    </Dialog>
  );
}

function KeyList({ list }: { readonly list: readonly { keys: readonly string[]; about: string }[] }) {
  return (
    <dl className="keys">
      {list.map(({ keys: shown, about }) => (
        <div key={about}>
          <dt>
            {shown.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{about}</dd>
        </div>
      ))}
    </dl>
  );
}
