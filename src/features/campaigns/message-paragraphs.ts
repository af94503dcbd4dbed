import { mailAddress } from '#platform/email/address.ts'
import { cutCharacters } from '#platform/text/kept-text.ts'
import { withoutTrailing } from '#platform/text/trailing.ts'

/**
 * A part of the owner's text: plain, or a typed address as a link; `shown` if the link's address differs from its text.
 */
export type Run = { text: string } | { href: string; shown?: string }

// Punctuation behind an address does not belong to it.
const address = /https?:\/\/[^\s<>"]+/gi
// An e-mail address; the character before it must not belong to a longer word.
const mailbox = /(?<![\w.%+@/-])[a-z0-9][\w.%+'-]{0,63}@(?:[a-z0-9-]+\.)+[a-z]{2,}(?![\w@-])/gi
const trailing = ".,;:!?'’”»…"

/**
 * Paragraphs of lines of parts: blank lines separate paragraphs, single line breaks stay, http and https addresses and
 * e-mail addresses become links.
 */
export function readParagraphs(message: string): Run[][][] {
  return message
    .split(/\n[^\S\n]*(?:\n[^\S\n]*)+/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => paragraph.split('\n').map(readLine))
}

/** The beginning for inbox previews: about a hundred characters, cut between words. */
export function firstWords(message: string): string {
  const line = message.replaceAll(/\s+/g, ' ')
  if (line.length <= 100) return line
  const cut = cutCharacters(line, 100)
  return `${(cut.lastIndexOf(' ') > 60 ? cut.slice(0, cut.lastIndexOf(' ')) : cutCharacters(cut, 60)).trimEnd()}…`
}

function readLine(line: string): Run[] {
  const runs: Run[] = []
  let from = 0
  for (const { 0: found, index } of line.matchAll(address)) {
    const href = withoutTrail(found)
    if (!URL.canParse(href)) continue
    if (index > from) runs.push(...readMailboxes(line.slice(from, index)))
    runs.push({ href })
    from = index + href.length
  }
  if (from < line.length) runs.push(...readMailboxes(line.slice(from)))
  return runs
}

function readMailboxes(text: string): Run[] {
  const runs: Run[] = []
  let from = 0
  for (const { 0: shown, index } of text.matchAll(mailbox)) {
    if (!mailAddress(shown)) continue
    if (index > from) runs.push({ text: text.slice(from, index) })
    runs.push({ href: `mailto:${encodeURIComponent(shown).replace('%40', '@')}`, shown })
    from = index + shown.length
  }
  if (from < text.length) runs.push({ text: text.slice(from) })
  return runs
}

/** A closing bracket belongs to the address only if it was opened in it. */
function withoutTrail(found: string): string {
  const bare = withoutTrailing(found, trailing)
  const count = (text: string, bracket: string) => text.split(bracket).length
  const isClosing = /[)\]]$/.exec(bare)?.[0]
  if (!isClosing || count(bare, isClosing) <= count(bare, isClosing === ')' ? '(' : '[')) return bare
  return withoutTrail(bare.slice(0, -1))
}
