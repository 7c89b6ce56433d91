/** Files of what a chart shows. */

const SVG = 'http://www.w3.org/2000/svg';

/** What style sheets give a shape and a file has to carry itself. */
const STYLES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
] as const;

/**
 * All charts of a frame as one file, where they stand on the page, on its ground: styles written out, and with them
 * the words outside of the charts that are marked `data-in-file`.
 */
export function svgText(frame: HTMLElement): string {
  const origin = frame.getBoundingClientRect();
  const whole = document.createElementNS(SVG, 'svg');
  const ground = document.createElementNS(SVG, 'rect');
  ground.setAttribute('width', '100%');
  ground.setAttribute('height', '100%');
  ground.setAttribute('fill', getComputedStyle(document.documentElement).getPropertyValue('--panel').trim());
  whole.append(ground);
  let bottom = 0;
  let right = origin.width;
  for (const shown of frame.querySelectorAll<SVGSVGElement | HTMLElement>(
    'svg.chart, svg.chart-sample, [data-in-file], .in-file',
  )) {
    const box = shown.getBoundingClientRect();
    const x = box.left - origin.left;
    const y = box.top - origin.top;
    bottom = Math.max(bottom, y + box.height);
    right = Math.max(right, x + box.width);
    if (shown instanceof SVGSVGElement) whole.append(chartAt(shown, x, y, box));
    else if (shown.classList.contains('in-file')) whole.append(...boxesAt(shown, x, y));
    else whole.append(textAt(shown, x, y + box.height));
  }
  whole.setAttribute('xmlns', SVG);
  whole.setAttribute('viewBox', `0 0 ${Math.ceil(right)} ${Math.ceil(bottom)}`);
  whole.setAttribute('width', String(Math.ceil(right)));
  whole.setAttribute('height', String(Math.ceil(bottom)));
  return `${new XMLSerializer().serializeToString(whole)}\n`;
}

function chartAt(chart: SVGSVGElement, x: number, y: number, { width, height }: DOMRect): SVGSVGElement {
  const copy = chart.cloneNode(true) as SVGSVGElement;
  for (const [name, value] of Object.entries({ x, y, width, height }))
    copy.setAttribute(name, value.toFixed(1));
  copy.removeAttribute('class');
  const shown = chart.querySelectorAll('*');
  copy.querySelectorAll<SVGElement>('*').forEach((element, i) => {
    const style = getComputedStyle(shown[i]);
    for (const name of STYLES) {
      const value = style.getPropertyValue(name);
      if (value !== '') element.setAttribute(name, value);
    }
    element.removeAttribute('class');
    element.removeAttribute('style');
  });
  return copy;
}

/** Grounds and words of a table or a key, where they stand in it; what is scrolled out of sight too. */
function boxesAt(shown: HTMLElement, x: number, y: number): SVGElement[] {
  const corner = shown.getBoundingClientRect();
  const made: SVGElement[] = [];
  for (const element of shown.querySelectorAll<HTMLElement>('*')) {
    const { backgroundColor, color, fontFamily, fontSize, fontWeight } = getComputedStyle(element);
    const place = (box: DOMRect) => ({ x: x + box.left - corner.left, y: y + box.top - corner.top });
    if (backgroundColor !== 'rgba(0, 0, 0, 0)') {
      const box = element.getBoundingClientRect();
      made.push(
        shape('rect', { ...place(box), width: box.width, height: box.height, fill: backgroundColor }),
      );
    }
    for (const node of element.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || !node.textContent?.trim()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      const at = { x: place(box).x, y: place(box).y + box.height - DESCENT };
      const font = { 'font-family': fontFamily, 'font-size': fontSize, 'font-weight': fontWeight };
      const text = shape('text', { ...at, fill: color, ...font });
      text.textContent = node.textContent.trim();
      made.push(text);
    }
  }
  return made;
}

function shape(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes))
    made.setAttribute(key, typeof value === 'number' ? value.toFixed(1) : value);
  return made;
}

/** Distance of a line's foot from its letters' foot, in CSS pixels. */
const DESCENT = 4;

function textAt(element: HTMLElement, x: number, bottom: number): SVGTextElement {
  const text = document.createElementNS(SVG, 'text');
  const { color, fontFamily, fontSize, fontWeight } = getComputedStyle(element);
  const set = { x: x.toFixed(1), y: (bottom - DESCENT).toFixed(1), fill: color, 'font-family': fontFamily };
  for (const [name, value] of Object.entries({ ...set, 'font-size': fontSize, 'font-weight': fontWeight }))
    text.setAttribute(name, value);
  text.textContent = element.textContent;
  return text;
}

type Cell = string | number | null;

/** Rows as CSV (RFC 4180): quotes where they are needed, nothing for null. */
export function csvText(heading: readonly string[], rows: Iterable<readonly Cell[]>): string {
  const cell = (value: Cell) => {
    const text = value === null ? '' : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [heading, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** Hands a file to the user. */
export function download(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the address over by the next turn.
  setTimeout(() => URL.revokeObjectURL(url));
}
