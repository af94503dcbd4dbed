import { Extension, type Extensions, Mark, Node } from '@tiptap/core'
import { StarterKit } from '@tiptap/starter-kit'

/** What the words of a page may contain besides letters, with what each shows today. */
export type TextParts = {
  facts: readonly { name: string; label: string; value: string }[]
  /** Live parts such as the table of delivery zones. */
  parts: readonly { name: string; label: string }[]
  /** When a paragraph is shown, and why a sentence is fixed. */
  conditionLabel: (condition: string) => string
  lawReason: (law: string) => string
}

/** The editor's extensions for paragraphs, or for one line: what a document can hold, and no more. */
export function textExtensions(parts: TextParts, { isLine }: { isLine: boolean }): Extensions {
  return [
    StarterKit.configure({
      ...(isLine && {
        document: false,
        heading: false,
        bulletList: false,
        orderedList: false,
        listItem: false,
        listKeymap: false,
        blockquote: false,
        trailingNode: false,
      }),
      ...(!isLine && { heading: { levels: [3] as const } }),
      code: false,
      codeBlock: false,
      dropcursor: false,
      gapcursor: false,
      hardBreak: false,
      horizontalRule: false,
      link: false,
      strike: false,
      underline: false,
    }),
    ...(isLine ? [line] : [condition(parts), livePart(parts)]),
    fact(parts),
    link,
    law(parts),
  ]
}

const line = Node.create({
  name: 'doc',
  topNode: true,
  content: 'paragraph',
  // Enter would make a second paragraph, which a line has no room for.
  addKeyboardShortcuts: () => ({ Enter: () => true }),
})

/** A figure from the settings: one piece, which is inserted and deleted but not typed over. */
function fact({ facts }: TextParts) {
  return Node.create({
    name: 'fact',
    group: 'inline',
    inline: true,
    atom: true,
    addAttributes: () => ({ fact: { default: '' } }),
    parseHTML: () => [{ tag: 'span[data-fact]', getAttrs: (element) => ({ fact: element.dataset.fact }) }],
    renderHTML: ({ node }) => {
      const found = facts.find(({ name }) => name === node.attrs.fact)
      return [
        'span',
        { 'data-fact': node.attrs.fact, title: `${found?.label ?? node.attrs.fact}, from the settings` },
        // A sentence that depends on the settings may be empty today.
        found?.value || `(${found?.label ?? node.attrs.fact})`,
      ]
    },
    renderText: ({ node }) => facts.find(({ name }) => name === node.attrs.fact)?.value ?? '',
  })
}

/** A live part of a page between the paragraphs. */
function livePart({ parts }: TextParts) {
  return Node.create({
    name: 'part',
    group: 'block',
    atom: true,
    addAttributes: () => ({ part: { default: '' } }),
    parseHTML: () => [{ tag: 'div[data-part]', getAttrs: (element) => ({ part: element.dataset.part }) }],
    renderHTML: ({ node }) => [
      'div',
      { 'data-part': node.attrs.part },
      parts.find(({ name }) => name === node.attrs.part)?.label ?? node.attrs.part,
    ],
  })
}

/** A link by the document's own addresses: a page of the shop, a website, or an e-mail to the shop. */
const link = Mark.create({
  name: 'link',
  inclusive: false,
  addAttributes: () => ({ to: { default: '' } }),
  parseHTML: () => [
    { tag: 'span[data-to]', getAttrs: (element) => ({ to: element.dataset.to }) },
    {
      tag: 'a[href]',
      getAttrs: (element) => {
        const to = element.getAttribute('href') ?? ''
        return /^(https:\/\/|\/(?!\/))/.test(to) && { to }
      },
    },
  ],
  renderHTML: ({ mark }) => ['span', { 'data-to': mark.attrs.to, title: mark.attrs.to }, 0],
})

/** A sentence that the law fixes: marked in the text, with the reason. */
function law({ lawReason }: TextParts) {
  return Mark.create({
    name: 'law',
    inclusive: false,
    addAttributes: () => ({ law: { default: '' } }),
    parseHTML: () => [{ tag: 'span[data-law]', getAttrs: (element) => ({ law: element.dataset.law }) }],
    renderHTML: ({ mark }) => ['span', { 'data-law': mark.attrs.law, title: lawReason(mark.attrs.law) }, 0],
  })
}

/** Paragraphs that are shown only under a condition, which the editor names and keeps. */
function condition({ conditionLabel }: TextParts) {
  return Extension.create({
    name: 'condition',
    addGlobalAttributes: () => [
      {
        types: ['paragraph'],
        attributes: {
          when: {
            default: null,
            keepOnSplit: false,
            parseHTML: (element) => element.dataset.when ?? null,
            renderHTML: ({ when }) => (when ? { 'data-when': when, 'data-when-label': conditionLabel(when) } : {}),
          },
        },
      },
    ],
  })
}
