import { shop } from '#shop'
import type { AccountLetter, Block } from './account-letter.ts'
import { newPasswordLink } from './link-and-code.ts'
import type { Opened } from './open-letter.ts'
import { formatShopTime } from './shop-time.ts'

export function passwordChanged(opened: Opened): AccountLetter {
  const at = formatShopTime(opened.data.at)
  const when: Block[] = at ? [{ facts: [['When', at]] }] : []
  return {
    subject: `Your password at ${shop.name} was changed`,
    preview: 'If it was you, there is nothing to do.',
    heading: 'Your password was changed',
    blocks: [
      { say: `Your account at ${shop.name} has a new password. Whoever was signed in elsewhere has been signed out.` },
      ...when,
      { say: 'If it was you, all is well and there is nothing to do.' },
      { say: 'If it was not, please choose a new password at once, and answer this letter.' },
      newPasswordLink(opened),
    ],
  }
}
