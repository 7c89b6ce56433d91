import { create } from 'zustand';
import { colours, type Theme, variable } from './palette';

export type ThemeChoice = Theme | 'system';
const KEY = 'heapscope.theme';
const dark = matchMedia('(prefers-color-scheme: dark)');

/** The chosen theme, remembered on this device, and the one that is shown. */
export const useTheme = create<{ readonly choice: ThemeChoice; readonly theme: Theme }>()(() => {
  const choice = remembered();
  return { choice, theme: shown(choice) };
});

export function chooseTheme(choice: ThemeChoice): void {
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // Storage may be forbidden: the choice then lasts as long as the page.
  }
  useTheme.setState({ choice, theme: shown(choice) });
}

/** Keeps the document's colours in step with the theme; called once. */
export function applyTheme(): void {
  paint(useTheme.getState().theme);
  useTheme.subscribe(({ theme }) => paint(theme));
  dark.addEventListener('change', () => {
    const { choice } = useTheme.getState();
    useTheme.setState({ theme: shown(choice) });
  });
}

function remembered(): ThemeChoice {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

function shown(choice: ThemeChoice): Theme {
  if (choice !== 'system') return choice;
  return dark.matches ? 'dark' : 'light';
}

function paint(theme: Theme): void {
  const root = document.documentElement;
  root.dataset.theme = theme;
  root.style.colorScheme = theme;
  for (const [name, colour] of Object.entries(colours[theme])) root.style.setProperty(variable(name), colour);
}
