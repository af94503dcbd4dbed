import { formatDay } from '#base/calendar-day.ts'
import type { Block, EmailContent } from '#mail/email-blocks.ts'
import type { Today } from './today.contract.ts'
import { answersOf, nextThing, nothingWaits, numbersOf } from './today.ts'

/** The morning e-mail to the owner: what her page Today says. It names no customer: a mailbox is less protected. */
export function morningEmail(today: Today, siteUrl: string): EmailContent {
  const next = nextThing(today)
  const day = formatDay(new Date(today.today))
  const foot = { foot: [{ href: `${siteUrl}/admin/settings#morning`, label: 'Change the hour, or stop this e-mail' }] }
  if (!next) {
    return {
      subject: `${day}: ${nothingWaits.toLowerCase().replace('.', '')}`,
      preview: 'No order to make or to post, and no question to answer.',
      heading: nothingWaits,
      hasHelp: true,
      blocks: [{ say: 'No order to make or to post, and no question to answer.' }, foot],
    }
  }
  const numbers = numbersOf(today).filter(({ count }) => count > 0)
  const answers = answersOf(today)
  return {
    subject: `${day}: ${numbers.map(({ name, count }) => `${count} ${name.toLowerCase()}`).join(', ') || 'to answer'}`,
    preview: `First: ${next.title}. ${next.reason ?? ''}`.trim(),
    heading: next.title,
    hasHelp: true,
    blocks: [
      ...(next.reason ? [{ say: next.reason }] : []),
      { link: siteUrl + next.to, label: next.label },
      ...(numbers.length > 0
        ? [
            {
              facts: numbers.map(({ name, count, unit, more }): [string, string] => [
                name,
                [`${count} ${unit}`, more].filter(Boolean).join('; '),
              ]),
            },
          ]
        : []),
      ...(answers.length > 0
        ? ([{ title: 'To answer' }, { lines: answers.map(({ count, name }) => `${count} ${name}`) }] satisfies Block[])
        : []),
      { link: `${siteUrl}/admin/today`, label: 'Open today', quiet: true },
      foot,
    ],
  }
}
