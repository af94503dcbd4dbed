import type { Composition } from '#infrastructure/mail/letter-blocks.ts'
import { shop } from '#shop'

/** Asks whether it was she who signed up. It advertises nothing, since nobody has said yes to it yet. */
export function confirmLetter({
  confirmUrl,
  unsubscribeUrl,
}: {
  confirmUrl: string
  unsubscribeUrl: string
}): Composition {
  return {
    subject: 'Please confirm your address',
    preview: `Did you sign up for letters from ${shop.name}?`,
    heading: 'Was it you?',
    blocks: [
      { say: `Somebody put this address on the list of ${shop.name}. If it was you, please say so once:` },
      { link: confirmUrl, label: 'Yes, write to me' },
      { say: 'Then we write when we open and when a new pre-order begins. Every letter has a link that stops them.' },
      { aside: 'If it was not you, leave this letter alone, and nothing more comes. Or make sure of it:' },
      { link: unsubscribeUrl, label: 'Never write to this address', quiet: true },
    ],
  }
}
