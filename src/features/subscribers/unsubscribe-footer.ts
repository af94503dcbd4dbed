import { shop } from '#shop'
import type { Block } from '#ui/email/email-blocks.ts'

/** The footer of every e-mail to the list: why it was sent and how to unsubscribe. */
export function unsubscribeBlocks(unsubscribeUrl: string): Block[] {
  return [
    {
      small: `You’re getting this e-mail because you signed up at ${shop.name}. You can unsubscribe any time:`,
    },
    { link: unsubscribeUrl, label: 'Unsubscribe', quiet: true },
  ]
}
