/** Why words that the law fixes must not be changed lightly: what the owner reads before it is saved. */
export const lawTexts = {
  cancel:
    'The Consumer Contracts Regulations 2013 give 14 days from receipt to cancel, and 14 days for the refund. A shorter time does not count, and leaving it out gives the customer a year more.',
  exempt:
    'Only goods made to the customer’s own measurements or wishes are exempt from the right to cancel (Consumer Contracts Regulations 2013, regulation 28). A standard size is not.',
  form: 'The Consumer Contracts Regulations 2013 (Schedule 3) require that customers are given this form.',
  faults:
    'The Consumer Rights Act 2015 gives these rights. A term that takes one away does not count, and may be an offence.',
  risk: 'Goods are at the seller’s risk until the customer has them (Consumer Rights Act 2015, section 29).',
  liability:
    'The law does not let a shop exclude this (Consumer Rights Act 2015, sections 31 and 65). An unfair term does not count.',
  home: 'Customers keep the protection of the law of their own country, and may go to its courts.',
  identity: 'The law requires the trader’s name, geographic address and e-mail address here.',
  privacy: 'UK GDPR (articles 13 and 15 to 22) requires that people are told this about their data.',
  equality: 'The Equality Act 2010 requires reasonable adjustments; this says where people may turn.',
} as const

/** The pages that every page must lead to, which is by the footer, each with the reason. */
const requiredLinks: Readonly<Record<string, string>> = {
  '/contact':
    'The Electronic Commerce Regulations 2002 (regulation 6) require that the trader’s name, address and e-mail address are easily found at any time.',
  '/terms-conditions':
    'The Electronic Commerce Regulations 2002 (regulation 9) require terms that customers can store and print.',
  '/returns-refunds': lawTexts.cancel,
  '/withdraw':
    'Directive (EU) 2023/2673 requires a way to withdraw online, which customers in the European Union easily find, since 19 June 2026.',
  '/privacy-policy': lawTexts.privacy,
}

/** The pages that the law requires the footer to lead to, and that this footer does not, each with the reason. */
export function missingLinks(footer: object): { reason: string; text: string }[] {
  const there = new Set(linksOf(footer))
  return Object.entries(requiredLinks).flatMap(([text, reason]) => (there.has(text) ? [] : [{ reason, text }]))
}

/** The targets of all links. */
export function linksOf(value: unknown): string[] {
  if (!value || typeof value !== 'object') return []
  // Shown once the maker's page is there.
  if ('when' in value && value.when === 'maker') return []
  return Object.entries(value).flatMap(([name, each]) =>
    name === 'to' && typeof each === 'string' ? [each] : linksOf(each),
  )
}

export type LawReason = keyof typeof lawTexts
export const lawReasons = Object.keys(lawTexts) as [LawReason, ...LawReason[]]

type LegalText = { law: LawReason; text: string }

/** The words of the document `shipped` that the law fixes and `draft` no longer has as they are, each with its reason. */
export function lawWarnings(shipped: object, draft: object): { reason: string; text: string }[] {
  const kept = new Set(legalTexts(draft).map(({ text }) => text))
  return legalTexts(shipped)
    .filter(({ text }) => !kept.has(text))
    .map(({ law, text }) => ({ reason: lawTexts[law], text }))
}

/** Neighbouring marked words are one text; a fact is its name in brackets. */
function legalTexts(value: unknown): LegalText[] {
  if (!value || typeof value !== 'object') return []
  if (!Array.isArray(value)) return Object.values(value).flatMap(legalTexts)
  const found: LegalText[] = []
  let open: LegalText | null = null
  for (const part of value as unknown[]) {
    const span = spanOf(part)
    if (open && span?.law === open.law) open.text += span.words
    else {
      open = span?.law ? { law: span.law, text: span.words } : null
      if (open) found.push(open)
      else found.push(...legalTexts(part))
    }
  }
  return found
}

function spanOf(part: unknown): { words: string; law: LawReason | undefined } | null {
  if (!part || typeof part !== 'object') return null
  const { text, fact, law } = part as { text?: string; fact?: string; law?: LawReason }
  return { words: fact ? `{${fact}}` : (text ?? ''), law }
}
