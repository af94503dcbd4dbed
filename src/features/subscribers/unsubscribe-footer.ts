import { shop } from '#shop'
import type { Block } from '#ui/email/email-blocks.ts'

/** The footer of every e-mail to the list: why it was sent and how to unsubscribe. */
export function unsubscribeBlocks(unsubscribeUrl: string): Block[] {
  return [
    {
      small: `You are receiving this e-mail because this address is on the list of ${shop.name}. One click, and we won’t write again:`,
    },
    { link: unsubscribeUrl, label: 'Unsubscribe', quiet: true },
  ]
}
