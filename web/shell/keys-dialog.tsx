import { Dialog } from '../controls/dialog';
import type { KeySection } from '../controls/keys';
import { pages } from '../pages/list';
import { keySections } from '../state/keys';

/** What each page adds; fetched with the dialog. */
const ofPages = await Promise.all(pages.map(async ({ keys }) => (await keys?.())?.default ?? []));

/** Everything that the keyboard does. */
export default function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keyboard" onClose={onClose}>
      {[...keySections, ...ofPages.flat()].map((section) => (
        <Section key={section.heading} {...section} />
      ))}
    </Dialog>
  );
}

function Section({ heading, list }: KeySection) {
  return (
    <>
      <h3>{heading}</h3>
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
    </>
  );
}
