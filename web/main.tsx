import './styles/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './app';
import { showsCursor } from './pages/list';
import { startKeys } from './state/keys';
import { startLinks } from './state/link-sync';
import { startMoments } from './state/moments';
import { startSession } from './state/session';
import { applyTheme } from './styles/theme';

applyTheme();
startKeys(showsCursor);
createRoot(document.getElementById('root') as HTMLElement).render(<App />);
await startLinks();
startMoments();
startSession();
