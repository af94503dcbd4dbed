import { randomUUID } from 'node:crypto'
import { render } from '@react-email/render'
import { formatShopDate } from '#base/shop-time.ts'
import { signUpForms } from '#features/subscribers/subscriber-deps.ts'
import { EmailLayout, EmailLink, Paragraph, traderLines } from '#mail/layout.tsx'
import { mailAddress } from '#platform/email/address.ts'
import { cutCharacters, withoutTrailing } from '#platform/text/kept-text.ts'
import { shop } from '#shop'
import type { CampaignContent } from './campaign-content.ts'
import type { LaunchWriter, Origin } from './campaign-deps.ts'

/**
 * The launch e-mail: the owner's text in the shop's layout, why the recipient gets it, the unsubscribe link, and the
 * trader. The layout is rendered once; for each copy the personal parts, escaped, replace markers with random names, so
 * that the owner's text cannot contain a marker.
 */
export const writeLaunchEmail: LaunchWriter = async (content) => {
  const marks = { reason: mark(), unsubscribeUrl: mark() }
  const html = partAt(await render(<LaunchEmail {...content} {...marks} />), Object.values(marks))
  const text = partAt(launchText(content, marks), Object.values(marks))
  return ({ origin, unsubscribeUrl, headers }) => {
    const personal = {
      [marks.reason]: reasonOf(origin),
      [marks.unsubscribeUrl]: unsubscribeUrl,
    }
    const fill = (parts: string[], asItStands: (value: string) => string) =>
      parts.map((part) => (part in personal ? asItStands(personal[part] ?? '') : part)).join('')
    return {
      subject: content.subject,
      html: fill(html, escapeHtml),
      text: fill(text, (value) => value),
      replyTo: shop.email,
      headers: { ...headers, Precedence: 'bulk' },
    }
  }
}

/** Why the recipient gets the e-mail, by the stored consent. Sign-ups imported from another shop program stay sign-ups. */
function reasonOf({ imported, place, consentedAt }: Origin): string {
  const on = consentedAt ? ` on ${formatShopDate(consentedAt)}` : ''
  if (!imported || signUpForms.some((form) => form === place)) return `You asked us${on} to tell you when we open.`
  const words = /^[a-z0-9/_-]+$/.test(place) ? place.replaceAll(/[-_/]+/g, ' ').trim() : place
  return `You gave us your address${words ? ` at “${words}”` : ''}${on}.`
}

type Marks = { reason: string; unsubscribeUrl: string }

function LaunchEmail({ subject, message, reason, unsubscribeUrl }: CampaignContent & Marks) {
  return (
    <EmailLayout nameIsHeading title={subject} preview={firstWords(message)}>
      {readParagraphs(message).map((lines, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs never move, and two may be alike
        <Paragraph key={index} style={{ margin: '0 0 18px', overflowWrap: 'anywhere' }}>
          {lines.map((runs, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: nor do lines
            <Line key={line} runs={runs} isFirst={line === 0} />
          ))}
        </Paragraph>
      ))}
      <Paragraph soft style={{ fontSize: 15, lineHeight: '23px', margin: '32px 0 0' }}>
        {reason} <EmailLink href={unsubscribeUrl}>Unsubscribe</EmailLink>, and we won’t write again.
      </Paragraph>
    </EmailLayout>
  )
}

function Line({ runs, isFirst }: { runs: Run[]; isFirst: boolean }) {
  return (
    <>
      {!isFirst && <br />}
      {runs.map((run, index) =>
        'text' in run ? (
          run.text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: nor do runs
          <EmailLink key={index} href={run.href}>
            {run.shown ?? run.href}
          </EmailLink>
        ),
      )}
    </>
  )
}

function launchText({ message }: CampaignContent, { reason, unsubscribeUrl }: Marks): string {
  return [
    shop.name,
    '',
    message,
    '',
    reason,
    `Unsubscribe, and we won’t write again: ${unsubscribeUrl}`,
    '',
    '-- ',
    ...traderLines(),
    shop.email,
    '',
  ].join('\n')
}

function mark(): string {
  return `mark${randomUUID().replaceAll('-', '')}`
}

/** The text split at every marker. */
function partAt(text: string, marks: string[]): string[] {
  return text.split(new RegExp(`(${marks.join('|')})`))
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}

/**
 * A part of the owner's text: plain, or a typed address as a link; `shown` if the link's address differs from its text.
 */
type Run = { text: string } | { href: string; shown?: string }

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
