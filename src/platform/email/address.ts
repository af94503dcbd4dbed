import { domainToASCII } from 'node:url'
import { readTypedEmail } from '#platform/text/typed-text.ts'

const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
// Checked before `domainToASCII`, which silently drops line breaks and decodes percent signs.
const typedDomainForm = /^[\p{L}\p{M}\p{N}.-]+$/u
const label = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/

/**
 * An address of exactly one mailbox, with its domain in lower-case ASCII; null for any other text. E-mail libraries
 * read lists, names, comments and line breaks from one string, so only plain addresses count: no spaces, quotes, angle
 * brackets, commas or control characters, 254 characters at most, a domain with a dot.
 */
export function mailAddress(text: unknown): string | null {
  if (typeof text !== 'string' || text.length > 254) return null
  const [local, typedDomain, ...rest] = text.split('@')
  if (local === undefined || typedDomain === undefined || rest.length > 0) return null
  if (local.length > 64 || !localPart.test(local) || !typedDomainForm.test(typedDomain)) return null
  const domain = domainToASCII(typedDomain)
  const labels = domain.split('.')
  if (labels.length < 2 || !labels.every((each) => each.length <= 63 && label.test(each))) return null
  if (/^\d+$/.test(labels.at(-1) ?? '')) return null
  const address = `${local}@${domain}`
  return address.length <= 254 ? address : null
}

const longestTyped = 1_000

/** The address that a person typed or pasted (see `readTypedEmail`), as `mailAddress` returns it; null for other text. */
export function typedAddress(text: string): string | null {
  return text.length > longestTyped ? null : mailAddress(readTypedEmail(text))
}

/** `m•••@e•••.com`: enough for the customer to recognise it, too little for other readers of the screen. */
export function maskAddress(email: string): string {
  const [local = '', domain = ''] = email.split('@')
  const end = domain.lastIndexOf('.')
  return `${local.slice(0, 1)}•••@${domain.slice(0, 1)}•••${domain.slice(end)}`
}

export type Sender = { name: string; address: string }

/** Parses `The Shop <hello@shop.example>` or a plain address, the forms of MAIL_FROM. Throws for other text. */
export function mailSender(text: string): Sender {
  const [, typedName = '', inBrackets] = /^([^<>\r\n]*)<([^<>]*)>$/.exec(text.trim()) ?? []
  const name = typedName
    .trim()
    .replace(/^"([^"]*)"$/, '$1')
    .trim()
  const address = name.includes('"') ? null : mailAddress(inBrackets ?? text.trim())
  if (!address) throw new Error(`Not a sender of mail: ${text}`)
  return { name, address }
}
