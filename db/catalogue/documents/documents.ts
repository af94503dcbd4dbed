import { about } from './about.ts'
import { accessibility } from './accessibility.ts'
import { faq } from './faq.ts'
import { comingSoon, contact, footer, notFound, sizeGuide, success } from './fixed.ts'
import { home } from './home.ts'
import { mails } from './mails.ts'
import { privacy } from './privacy.ts'
import { returns } from './returns.ts'
import { terms } from './terms.ts'
import type { Document } from './write.ts'

/**
 * The documents of a new shop by their paths. `invented`: what it says of an invented shop, each to be replaced before a
 * shop sells.
 */
export const shippedDocuments: Readonly<Record<string, { content: Document; invented?: readonly string[] }>> = {
  '/': {
    content: home,
    invented: [
      'We began with a plain wish: a dress to wear to church, to work and to the school gate that needs no pin, no tugging and no second thought.',
    ],
  },
  'coming-soon': { content: comingSoon },
  'not-found': { content: notFound },
  success: { content: success },
  footer: { content: footer },
  '/size-guide': { content: sizeGuide },
  '/contact': { content: contact },
  '/about': {
    content: about,
    invented: [
      'The first dress was made for a christening.',
      'From a weaver in County Down and a cotton merchant in Manchester, bought by the bolt.',
      'From a mill in the next valley that was weaving coating long before we were born.',
      'from a merchant in Bradford',
    ],
  },
  '/faq': { content: faq },
  '/terms-conditions': { content: terms },
  '/returns-refunds': { content: returns },
  '/privacy-policy': { content: privacy },
  '/accessibility': { content: accessibility },
  ...mails,
}
