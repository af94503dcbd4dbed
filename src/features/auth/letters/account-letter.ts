import { traderLines } from '#infrastructure/mail/trader.ts'
import { shop } from '#shop'

/** What a letter is put together from, in the order it is read. Texts are plain: HTML escapes them. */
export type Block =
  | { say: string }
  /** What only some readers need. */
  | { aside: string }
  | { code: string }
  /** The one thing to do; `quiet` is for what most readers need not do. */
  | { link: string; label: string; quiet?: true }
  | { facts: [label: string, fact: string][] }

export type AccountLetter = { subject: string; preview: string; heading: string; blocks: Block[] }

/** The letter for programs that show no HTML: 72 columns, addresses and codes on lines of their own. */
export function accountLetterText({ heading, blocks }: AccountLetter): string {
  return [
    shop.name,
    '',
    heading,
    '',
    ...blocks.flatMap((block) => [...blockText(block), '']),
    wrap(`Answer this letter if you would like a hand, or write to ${shop.email}.`),
    '',
    '-- ',
    ...traderLines(),
    shop.email,
    '',
  ].join('\n')
}

function blockText(block: Block): string[] {
  if ('say' in block) return [wrap(block.say)]
  if ('aside' in block) return [wrap(block.aside)]
  if ('code' in block) return [`    ${block.code}`]
  if ('link' in block) return [`${block.label}:`, block.link]
  return block.facts.map(([label, fact]) => `    ${label}: ${fact}`)
}

const columns = 72

function wrap(text: string): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line && line.length + 1 + word.length > columns) lines.push(word)
    else lines[lines.length - 1] = line ? `${line} ${word}` : word
  }
  return lines.join('\n')
}
