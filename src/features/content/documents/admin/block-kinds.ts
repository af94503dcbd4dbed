import type { Block } from '../document.ts'

type Kind = { type: Block['type']; name: string; hint: string }

/** The blocks of which a page is made, in the order in which they are offered. */
export const blockKinds: readonly Kind[] = [
  { type: 'text', name: 'Text', hint: 'Paragraphs, lists and small headings' },
  { type: 'heading', name: 'Heading', hint: 'Begins a section' },
  { type: 'picture', name: 'Picture', hint: 'A photograph with its description' },
  { type: 'quote', name: 'Quote', hint: 'Words of a customer or of a book' },
  { type: 'verse', name: 'Verse', hint: 'A verse with its reference' },
  { type: 'questions', name: 'Questions', hint: 'Questions that open to their answers' },
  { type: 'points', name: 'Points', hint: 'Numbered points, or terms with their explanation' },
  { type: 'steps', name: 'Steps', hint: 'What happens, one step after another' },
  { type: 'garments', name: 'Garments', hint: 'The newest, or those on pre-order' },
  { type: 'measures', name: 'Measures', hint: 'The table of sizes or lengths' },
  { type: 'buttons', name: 'Buttons', hint: 'Buttons that lead to other pages' },
]

export function nameOfBlock(type: Block['type']): string {
  return blockKinds.find((kind) => kind.type === type)?.name ?? type
}

/** A new block of a kind. Its anchor differs from those of the page. */
export function newBlock(type: Block['type'], blocks: readonly Block[]): Block {
  switch (type) {
    case 'heading':
      return { type, id: freeId(blocks), spans: [] }
    case 'text':
      return { type, paragraphs: [] }
    case 'picture':
      return { type, picture: { name: '' }, alt: '' }
    case 'verse':
      return { type, text: '', reference: '' }
    case 'points':
      return { type, look: 'numbered', entries: [{ spans: [] }] }
    case 'steps':
      return { type, entries: [{ title: '', spans: [] }] }
    case 'questions':
      return { type, entries: [{ question: '', answer: [] }] }
    case 'quote':
      return { type, spans: [] }
    case 'buttons':
      return { type, entries: [{ text: '', to: '/shop', look: 'solid' }] }
    case 'garments':
      return { type, which: 'newest' }
    case 'measures':
      return { type, table: 'sizes' }
  }
}

function freeId(blocks: readonly Block[]): string {
  const taken = new Set(blocks.map((block) => (block.type === 'heading' ? block.id : '')))
  let number = blocks.length + 1
  while (taken.has(`section-${number}`)) number += 1
  return `section-${number}`
}
