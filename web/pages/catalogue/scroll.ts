/** Brings a preset's card into sight, and the keyboard to it. */
export function scrollToCard(id: string): void {
  const card = document.getElementById(id);
  card?.scrollIntoView({ block: 'start' });
  card?.focus({ preventScroll: true });
}
