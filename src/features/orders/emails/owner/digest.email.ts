import { formatDay } from '#base/calendar-day.ts'
import { formatPence, type Pence } from '#base/money.ts'
import type { Block, EmailContent } from '#mail/email-blocks.ts'

/**
 * The orders, discrepancies and returns beyond the hourly limit of e-mails. The lists are cut off; `orderCount` and
 * `discrepancyCount` count all.
 */
export type Digest = {
  orders: { orderNumber: string; pieces: number; totalPence: Pence; dispatchBy: Date }[]
  orderCount: number
  discrepancies: { title: string; orderNumber: string | null }[]
  discrepancyCount: number
  returnCount: number
  siteUrl: string
}

/** One e-mail to the owner about everything beyond the hourly limit. */
export function digestEmail(digest: Digest): EmailContent {
  const { orders, orderCount, discrepancies, discrepancyCount, returnCount, siteUrl } = digest
  const summary = [
    ...(orderCount > 0 ? [orderCount === 1 ? 'One more order' : `${orderCount} more orders`] : []),
    ...(discrepancyCount > 0
      ? [
          discrepancyCount === 1
            ? 'one payment that needs your attention'
            : `${discrepancyCount} payments that need your attention`,
        ]
      : []),
    ...(returnCount > 0 ? [returnCount === 1 ? 'one return' : `${returnCount} returns`] : []),
  ].join(', and ')
  const title = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}`
  return {
    subject: title,
    preview: 'These came in within an hour, after your separate e-mails.',
    heading: title,
    hasHelp: true,
    blocks: [
      {
        say: 'So many came in within an hour that this e-mail sums up the rest: your customers’ e-mails go first.',
      },
      ...ordersBlocks({ orders, orderCount, siteUrl }),
      ...discrepancyBlocks({ discrepancies, discrepancyCount, siteUrl }),
      ...(returnCount > 0
        ? [{ title: 'Returns' }, { link: `${siteUrl}/admin/returns`, label: 'Open the returns', quiet: true } as const]
        : []),
    ],
  }
}

function ordersBlocks({ orders, orderCount, siteUrl }: Pick<Digest, 'orders' | 'orderCount' | 'siteUrl'>): Block[] {
  if (orderCount === 0) return []
  const goods = orders.map(({ orderNumber, pieces, totalPence, dispatchBy }) => ({
    name: orderNumber,
    details: [`${pieces === 1 ? 'One piece' : `${pieces} pieces`}, leaves by ${formatDay(dispatchBy)}`],
    amount: formatPence(totalPence),
    pictureUrl: null,
  }))
  const more = orderCount - orders.length
  return [
    { title: 'Orders' },
    { goods },
    ...(more > 0 ? [{ say: `and ${more} more` }] : []),
    { link: `${siteUrl}/admin?tab=orders`, label: 'Open the orders' },
  ]
}

function discrepancyBlocks(digest: Pick<Digest, 'discrepancies' | 'discrepancyCount' | 'siteUrl'>): Block[] {
  if (digest.discrepancyCount === 0) return []
  const lines = digest.discrepancies.map(({ title, orderNumber }) =>
    orderNumber ? `${title}: order ${orderNumber}` : title,
  )
  return [
    { title: 'Money' },
    {
      lines:
        digest.discrepancyCount > lines.length
          ? [...lines, `and ${digest.discrepancyCount - lines.length} more`]
          : lines,
    },
    { link: `${digest.siteUrl}/admin/money`, label: 'Open the money page', quiet: true },
  ]
}
