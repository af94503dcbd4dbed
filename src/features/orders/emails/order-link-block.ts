import type { Block, EmailContent } from '#ui/email/email-blocks.ts'

/** Adds the link to the page of the order: at the end, before a closing verse. */
export function withOrderLink(content: EmailContent, orderUrl: string): EmailContent {
  const { blocks } = content
  const isVerse = 'verse' in (blocks.at(-1) ?? {})
  const [before, after] = isVerse ? [blocks.slice(0, -1), blocks.slice(-1)] : [blocks, []]
  return { ...content, blocks: [...before, ...orderLinkBlocks(orderUrl), ...after] }
}

function orderLinkBlocks(orderUrl: string): Block[] {
  return [
    { title: 'Your order online' },
    {
      say: 'Where it is, your receipt, changing, cancelling and sending back are all on one page. You need no account.',
    },
    { link: orderUrl, label: 'See your order', quiet: true },
  ]
}
