import { about } from './about.ts'
import { accessibility } from './accessibility.ts'
import { faq } from './faq.ts'
import { comingSoon, contact, notFound, sizeGuide, success } from './fixed.ts'
import { home } from './home.ts'
import { mails } from './mails.ts'
import { privacy } from './privacy.ts'
import { returns } from './returns.ts'
import { terms } from './terms.ts'
import type { Document } from './write.ts'

/**
 * The documents of a new shop by their paths. `invented`: it speaks of an invented shop, and is
 * replaced before a shop sells.
 */
export const shippedDocuments: Readonly<Record<string, { content: Document; invented?: true }>> = {
  '/': { content: home, invented: true },
  'coming-soon': { content: comingSoon },
  'not-found': { content: notFound },
  success: { content: success },
  '/size-guide': { content: sizeGuide },
  '/contact': { content: contact },
  '/about': { content: about, invented: true },
  '/faq': { content: faq },
  '/terms-conditions': { content: terms },
  '/returns-refunds': { content: returns },
  '/privacy-policy': { content: privacy },
  '/accessibility': { content: accessibility },
  ...mails,
}
