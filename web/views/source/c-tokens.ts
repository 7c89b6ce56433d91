/** C told apart for the eye: comments, words of the language, literals, directives. Not a parser. */
export type TokenKind = 'comment' | 'keyword' | 'literal' | 'directive' | 'step' | 'text';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

const pattern =
  /(?<comment>\/\*[\s\S]*?\*\/|\/\/[^\n]*)|(?<literal>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\b(?:0x[\da-fA-F]+|\d+)[uUlL]*\b)|(?<directive>^[ \t]*#[ \t]*\w+)|(?<step>\bSTEP\b)|(?<keyword>\b(?:auto|bool|break|case|char|const|continue|default|do|double|else|enum|extern|float|for|goto|if|inline|int|long|register|return|short|signed|sizeof|static|struct|switch|typedef|union|unsigned|void|volatile|while|NULL|u?int(?:8|16|32|64)_t|u?intptr_t|size_t|ptrdiff_t)\b)/gm;

/** The lines of a C file as tokens. */
export function cLines(source: string): readonly (readonly Token[])[] {
  const lines: Token[][] = [[]];
  const add = (kind: TokenKind, text: string) => {
    text.split('\n').forEach((part, i) => {
      if (i > 0) lines.push([]);
      if (part !== '') lines[lines.length - 1].push({ kind, text: part });
    });
  };
  let at = 0;
  for (const match of source.matchAll(pattern)) {
    add('text', source.slice(at, match.index));
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)?.[0];
    add((kind ?? 'text') as TokenKind, match[0]);
    at = match.index + match[0].length;
  }
  add('text', source.slice(at));
  if (lines[lines.length - 1].length === 0) lines.pop();
  return lines;
}
