import type { Block, EmailContent } from '#mail/email-blocks.ts'

/**
 * Adds the link to the page of the order: after the opening sentences, or at the end of an e-mail whose own button
 * comes first.
 */
export function withOrderLink(content: EmailContent, orderUrl: string): EmailContent {
  const { blocks } = content
  const at = blocks.some(isButton) ? blocks.length : blocks.findIndex((block) => !('say' in block))
  const place = at < 0 ? blocks.length : at
  const link = { link: orderUrl, label: 'See your order and receipt', quiet: true } as const
  return { ...content, blocks: [...blocks.slice(0, place), link, ...blocks.slice(place)] }
}

function isButton(block: Block): boolean {
  return 'choices' in block || ('link' in block && !block.quiet)
}
