import { convert } from 'html-to-text'

const options = {
  wordwrap: false,
  // Without a depth, deeply nested elements exceed the call stack.
  limits: { maxInputLength: 1_000_000, maxDepth: 100 },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    { selector: 'ul', options: { itemPrefix: '– ' } },
    { selector: 'table', format: 'dataTable' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
} as const

/** The text of HTML: blocks as paragraphs, entities as characters, no addresses of links; scripts and pictures are left out. */
export function textOfHtml(html: string): string {
  return convert(html, { ...options, selectors: [...options.selectors] }).trim()
}

/** A plain text in which some characters are written as HTML entities. Its line breaks stay. */
export function textWithEntities(text: string): string {
  return convert(text.replaceAll('<', '&lt;'), {
    ...options,
    preserveNewlines: true,
    selectors: [...options.selectors],
  }).trim()
}

/** HTML of a plain text, a paragraph for each of its own; single line breaks stay. */
export function htmlOfText(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const paragraphs = escaped.split(/\n{2,}/).filter((each) => each.trim() !== '')
  return paragraphs.map((each) => `<p>${each.trim().replaceAll('\n', '<br>')}</p>`).join('\n')
}
