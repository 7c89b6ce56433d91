const paths = {
  play: 'M4 2.5v11l9-5.5z',
  pause: 'M4 2.5h3v11H4zM9 2.5h3v11H9z',
  next: 'M5 3l6 5-6 5z',
  back: 'M11 3L5 8l6 5z',
  first: 'M3 3h1.6v10H3zM13 3L6 8l7 5z',
  last: 'M11.4 3H13v10h-1.6zM3 3l7 5-7 5z',
  into: 'M7.2 1.5h1.6v6.3h3L8 12.2 4.2 7.8h3zM3 13h10v1.5H3z',
  out: 'M7.2 14.5h1.6V8.2h3L8 3.8 4.2 8.2h3zM3 1.5h10V3H3z',
  stepBack: 'M8 12V9.2h6V6.8H8V4L3 8z',
  plus: 'M7.2 3h1.6v4.2H13v1.6H8.8V13H7.2V8.8H3V7.2h4.2z',
  minus: 'M3 7.2h10v1.6H3z',
  whole: 'M2 2h5v1.5H3.5V7H2zM9 2h5v5h-1.5V3.5H9zM2 9h1.5v3.5H7V14H2zM12.5 9H14v5H9v-1.5h3.5z',
  close: 'M3.6 2.5L8 6.9l4.4-4.4 1.1 1.1L9.1 8l4.4 4.4-1.1 1.1L8 9.1l-4.4 4.4-1.1-1.1L6.9 8 2.5 3.6z',
  table: 'M2 2.5h12v11H2zm1.5 4V9h3.6V6.5zm5 0V9h4V6.5zm-5 3.8V12h3.6v-1.7zm5 0V12h4v-1.7z',
  theme: 'M8 1.5a6.5 6.5 0 100 13zM8 3V1.5a6.5 6.5 0 010 13V13A5 5 0 008 3z',
  tune: 'M2 4h6.2a2 2 0 013.6 0H14v1.5h-2.2a2 2 0 01-3.6 0H2zm0 6.5h2.2a2 2 0 013.6 0H14V12H7.8a2 2 0 01-3.6 0H2z',
  tall: 'M3 2h10v1.5H3zm0 10.5h10V14H3zM8 4.2l2.6 2.9H8.8v1.8h1.8L8 11.8 5.4 8.9h1.8V7.1H5.4z',
  pin: 'M8 1.5a4.3 4.3 0 00-4.3 4.3C3.7 9 8 14.5 8 14.5s4.3-5.5 4.3-8.7A4.3 4.3 0 008 1.5zm0 2.7a1.6 1.6 0 110 3.2 1.6 1.6 0 010-3.2z',
  bookmark: 'M3.5 1.5h9v13L8 11l-4.5 3.5z',
} as const;

export type IconName = keyof typeof paths;

/** A drawing of 16 × 16; it takes the colour of the text. The control that holds it carries the label. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[name]} fillRule="evenodd" />
    </svg>
  );
}
