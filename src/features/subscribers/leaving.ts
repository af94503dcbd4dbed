import { shop } from '#shop'
import type { Block } from '#ui/email/letter-blocks.ts'

/** Why she has this letter and how she stops them: at the foot of whatever goes to the list. */
export function leavingBlocks(unsubscribeUrl: string): Block[] {
  return [
    {
      small: `You are receiving this e-mail because this address is on the list of ${shop.name}. One click, and we won’t write again:`,
    },
    { link: unsubscribeUrl, label: 'Unsubscribe', quiet: true },
  ]
}
