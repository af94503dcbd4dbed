import { shop } from '#shop'
import type { Block, EmailContent, Good, RichText, Step } from './email-blocks.ts'
import { traderLines } from './layout.tsx'

const columns = 72
const amountColumns = 10

/** The e-mail as plain text: 72 columns, URLs and codes on their own lines. */
export function formatEmailText({ heading, blocks }: Pick<EmailContent, 'heading' | 'blocks'>): string {
  return [
    shop.name,
    '',
    ...wrap(heading),
    '',
    ...blocks.flatMap((block) => [...blockText(block), ...('title' in block ? [] : [''])]),
    '-- ',
    ...traderLines(),
    shop.email,
    '',
  ].join('\n')
}

function blockText(block: Block): string[] {
  if ('say' in block) return wrap(plain(block.say))
  if ('aside' in block) return wrap(plain(block.aside))
  if ('foot' in block) return wrap(plain(block.foot))
  if ('small' in block) return wrap(plain(block.small))
  if ('title' in block) return wrap(block.title.toUpperCase())
  if ('code' in block) return [`    ${block.code}`]
  if ('link' in block) return [`${block.label}:`, block.link]
  if ('choices' in block) return block.choices.flatMap(({ link, label }) => [`${label}:`, link])
  if ('facts' in block) return block.facts.flatMap(([label, fact]) => wrap(`${label}: ${fact}`, '    '))
  if ('goods' in block) return block.goods.flatMap(goodText)
  if ('steps' in block) return block.steps.flatMap(stepText)
  if ('sums' in block) return block.sums.flatMap(([label, amount]) => withAmount(label, amount))
  if ('lines' in block) return block.lines.flatMap((line) => wrap(line, '    '))
  return wrap(`${block.verse} ${block.reference}`)
}

function goodText({ name, details, amount }: Good): string[] {
  return [
    ...(amount === undefined ? wrap(name) : withAmount(name, amount)),
    ...details.flatMap((detail) => wrap(detail, '    ')),
  ]
}

function stepText({ name, when, state }: Step): string[] {
  return wrap(`${stateWords[state]}: ${[name, when].filter(Boolean).join(', ')}`, '    ')
}

const stateWords = { done: 'Done', now: 'Now', next: 'Next' } as const

/** The URL follows the link's text in brackets, unless it is the text. */
function plain(said: RichText): string {
  if (typeof said === 'string') return said
  return said
    .map((piece) => {
      if (typeof piece === 'string') return piece
      if ('strong' in piece) return piece.strong
      if ('em' in piece) return piece.em
      const address = piece.href.replace(/^mailto:/, '')
      return piece.label === address ? address : `${piece.label} (${address})`
    })
    .join('')
}

/** A label on the left, an amount at the right end of its last line. */
function withAmount(label: string, amount: string): string[] {
  const lines = wrap(label, '', columns - amountColumns - 1)
  const last = lines.pop() ?? ''
  return [...lines, `${last.padEnd(columns - amountColumns)} ${amount.padStart(amountColumns - 1)}`]
}

function wrap(text: string, indent = '', width = columns): string[] {
  const lines = ['']
  for (const word of text.split(/[ \t\r\n]+/)) {
    const line = lines.at(-1) ?? ''
    if (line && indent.length + line.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = line ? `${line} ${word}` : word
  }
  return lines.map((line) => (line ? indent + line : line))
}
