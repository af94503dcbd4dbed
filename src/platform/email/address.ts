import { domainToASCII } from 'node:url'

const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
// Checked before `domainToASCII`, which drops line breaks and decodes percent signs without a word.
const typedDomainForm = /^[\p{L}\p{M}\p{N}.-]+$/u
const label = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/

/**
 * One address that means exactly one mailbox, its domain in lower-case ASCII; null for anything else. Mail libraries
 * read lists, names, comments and line breaks out of one string, so what is not plain is not an address here:
 * no spaces, quotes, angle brackets, commas or controls, 254 characters at most, a domain with a dot.
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

export type Sender = { name: string; address: string }

/** Reads `The Shop <hello@shop.example>` or a bare address, as MAIL_FROM has it. Throws for anything else. */
export function mailSender(text: string): Sender {
  const [, name = '', inBrackets] = /^\s*"?([^"<>\r\n]*?)"?\s*<([^<>]*)>\s*$/.exec(text) ?? []
  const address = mailAddress(inBrackets ?? text.trim())
  if (!address) throw new Error(`Not a sender of mail: ${text}`)
  return { name, address }
}
