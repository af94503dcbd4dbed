import { shop } from '#shop'
import type { AccountLetter, Block } from './account-letter.ts'
import { describeDevice } from './describe-device.ts'
import { newPasswordLink } from './link-and-code.ts'
import type { Opened } from './open-letter.ts'
import { formatShopTime } from './shop-time.ts'

export function newSignIn(opened: Opened): AccountLetter {
  const at = formatShopTime(opened.data.at)
  const device = describeDevice(opened.data.device ?? '') ?? 'A program we do not know'
  const facts: Extract<Block, { facts: unknown }>['facts'] = [['With', device]]
  if (at) facts.unshift(['When', at])
  return {
    subject: `A new sign-in to your account at ${shop.name}`,
    preview: 'From somewhere we have not seen you before.',
    heading: 'A new sign-in',
    blocks: [
      { say: `Somebody has signed in to your account at ${shop.name}, from somewhere we have not seen you before:` },
      { facts },
      { say: 'If it was you, all is well and there is nothing to do.' },
      { say: 'If it was not, please choose a new password now; it signs out everybody else.' },
      newPasswordLink(opened),
    ],
  }
}
