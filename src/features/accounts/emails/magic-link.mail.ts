import { shop } from '#shop'
import type { Composition } from '#ui/email/letter-blocks.ts'
import type { Opened } from './open-letter.ts'
import { linkAndCode } from './parts-of-letters.ts'

export function magicLink(opened: Opened): Composition {
  return {
    subject: `Your link to sign in at ${shop.name}`,
    preview: 'It signs you in without a password, and is good for 10 minutes.',
    heading: 'Sign in',
    blocks: [
      { say: `This link signs you in at ${shop.name}, without a password.` },
      ...linkAndCode(opened, { label: 'Sign in', within: '10\u00a0minutes' }),
      { aside: 'If you did not ask for it, ignore this e-mail. Nobody can sign in without it.' },
    ],
  }
}
