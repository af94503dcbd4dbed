import { expect } from '@playwright/test'
import type { ShopUnderTest } from './shop.ts'

export type Letter = { subject: string; text: string }

/** Waits for the only e-mail to an address whose text matches. */
export async function emailTo(shop: Pick<ShopUnderTest, 'rows'>, email: string, matching: RegExp): Promise<Letter> {
  let found: Letter | undefined
  await expect(async () => {
    const emails = await shop.rows<Letter>(
      'select subject, text from private.mailbox where recipient = $1 order by id desc',
      [email],
    )
    found = emails.find(({ subject, text }) => matching.test(`${subject}\n${text}`))
    expect(found).toBeDefined()
  }).toPass()
  return found as Letter
}

/** The confirmation link of an e-mail. */
export function linkIn({ text }: Letter): string {
  return /https?:\/\/\S+\/confirm\?\S+/.exec(text)?.[0] ?? ''
}

export function codeIn({ text }: Letter): string {
  return /^\s*(\d{3}\s?\d{3})\s*$/m.exec(text)?.[1]?.replace(/\s/, '') ?? ''
}
