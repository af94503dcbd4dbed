import { shop } from '#shop'
import type { Composition } from '#ui/email/letter-blocks.ts'
import type { Opened } from './open-letter.ts'
import { newPasswordLink, whenAndWith } from './parts-of-letters.ts'

export function newSignIn(opened: Opened): Composition {
  return {
    subject: `A new sign-in to your account at ${shop.name}`,
    preview: 'From somewhere we have not seen you before.',
    heading: 'A new sign-in',
    blocks: [
      { say: `Somebody has signed in to your account at ${shop.name}, from somewhere we have not seen you before:` },
      ...whenAndWith(opened),
      { say: 'If it was you, all is well and there is nothing to do.' },
      { say: 'If it was not, please choose a new password now; that signs everybody else out.' },
      newPasswordLink(opened),
    ],
  }
}
