/** The trace-script language for the editor: its grammar, indentation and colours. */
import {
  delimitedIndent,
  foldInside,
  foldNodeProp,
  HighlightStyle,
  indentNodeProp,
  LanguageSupport,
  LRLanguage,
  syntaxHighlighting,
} from '@codemirror/language';
import { styleTags, tags } from '@lezer/highlight';
import { parser } from '../../../src/script/parser.js';

const language = LRLanguage.define({
  name: 'trace-script',
  parser: parser.configure({
    props: [
      styleTags({
        'let for in repeat while if else thread of': tags.keyword,
        'null Number': tags.literal,
        Comment: tags.comment,
        'Call/Name': tags.function(tags.variableName),
      }),
      indentNodeProp.add({ Block: delimitedIndent({ closing: '}' }) }),
      foldNodeProp.add({ Block: foldInside }),
    ],
  }),
  languageData: { commentTokens: { line: '//' } },
});

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--keyword)', fontWeight: '600' },
  { tag: tags.literal, color: 'var(--literal)' },
  { tag: tags.comment, color: 'var(--comment)', fontStyle: 'italic' },
  { tag: tags.function(tags.variableName), color: 'var(--column0)' },
]);

export const traceScript = new LanguageSupport(language, syntaxHighlighting(colours));
