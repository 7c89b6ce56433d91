import { IconButton } from '../controls/icon-button';
import { pages } from '../pages/list';
import { setPage } from '../state/document';
import { useLab } from '../state/store';
import { chooseTheme, useTheme } from '../styles/theme';
import { Brand } from './brand';
import { FingerprintMark } from './fingerprint-mark';
import { TraceName } from './trace-name';

const open = (dialog: 'open' | 'share' | 'keys') => useLab.setState({ dialog });

export function Header() {
  const page = useLab((state) => state.experiment.view.page);
  const theme = useTheme((state) => state.theme);
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <header className="top">
      <Brand />
      <nav aria-label="Pages">
        {pages.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            className="nav"
            aria-current={id === page ? 'page' : undefined}
            onClick={() => setPage(id)}
          >
            {title}
          </button>
        ))}
      </nav>
      <TraceName />
      <div className="top-tools">
        {page !== 'simulations' && <FingerprintMark />}
        <button type="button" className="button" onClick={() => open('open')}>
          Open trace…
        </button>
        <button type="button" className="button primary" onClick={() => open('share')}>
          Share
        </button>
        <IconButton icon="theme" label={`Use ${other} colours`} onClick={() => chooseTheme(other)} />
        <button
          type="button"
          className="icon-button"
          aria-label="Keyboard"
          title="Keyboard (?)"
          onClick={() => open('keys')}
        >
          ?
        </button>
      </div>
    </header>
  );
}
