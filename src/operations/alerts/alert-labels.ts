import { counted } from '#base/counts.ts'
import { formatFullTime } from '#base/shop-time.ts'
import type { EmailContent } from '#mail/email-blocks.ts'
import type { AlertOf, Incident } from '#platform/alerts/incidents.ts'
import type { Email } from '#platform/email/email.ts'
import { shop } from '#shop'

/** What the shop alerts of. `kind` is part of the webhook's form. */
export const incidentNames = ['buying', 'tasks', 'backup', 'clock', 'texts', 'examples'] as const
export type IncidentName = (typeof incidentNames)[number]

type Labels = { alert: string; allClear: string; meaning: string; cure: string }

const labels: Record<IncidentName, Labels> = {
  buying: {
    alert: 'Customers can’t buy',
    allClear: 'Customers can buy again',
    meaning: 'Customers have not been able to buy since',
    cure: 'On the server, run “npm run shop -- doctor”: it shows what is wrong and what to do. Orders already paid are safe.',
  },
  tasks: {
    alert: 'Background tasks have stopped',
    allClear: 'Background tasks are running again',
    meaning: 'E-mails, refunds and payment updates have been waiting since',
    cure: 'Restart the shop or, with WORKER=off, its worker. Everything that waited is then done, and no order is lost.',
  },
  backup: {
    alert: 'No recent backup',
    allClear: 'Backups are up to date again',
    meaning: 'There has been no new backup since',
    cure: 'On the server, run “npm run shop -- backup” and read what it prints: the disk may be full, or the bucket’s key may have changed.',
  },
  clock: {
    alert: 'The server’s clock is wrong',
    allClear: 'The server’s clock is right again',
    meaning: 'The server’s clock has been wrong since',
    cure: 'On the server, run “timedatectl set-ntp true”. Until the clock is right, payments may appear a few minutes late. No order is lost.',
  },
  examples: {
    alert: 'Text of the example shop is shown',
    allClear: 'No text of the example shop is left',
    meaning: 'Customers have been reading invented text since',
    cure: 'Open the checklist in the back office: it names each place. Customers take invented text for yours.',
  },
  texts: {
    alert: 'Today’s text messages are used up',
    allClear: 'Text messages are being sent again',
    meaning: 'No more text messages of this kind have been sent since',
    cure: 'If many customers signed in today, raise SMS_PER_DAY and restart the shop. If not, strangers are requesting codes: set SMS_COUNTRIES to the countries you sell to, or turn on CAPTCHA_PROVIDER. Customers can still sign in with an authenticator app or a passkey.',
  },
}

function labelsOf({ name }: Incident): Labels {
  return labels[name as IncidentName]
}

export type AlertContext = { siteUrl: string; isRehearsal: boolean }

/** The title of an alert: 'Customers can’t buy: The Kindred Wardrobe'. */
function alertTitle({ kind, incident }: AlertOf, { isRehearsal }: AlertContext): string {
  const { alert, allClear } = labelsOf(incident)
  return `${isRehearsal ? 'Rehearsal: ' : ''}${kind === 'alert' ? alert : allClear}: ${shop.name}`
}

/** The e-mail of an alert or an all-clear. */
export function alertEmail(alert: AlertOf, context: AlertContext): EmailContent {
  const { incident, kind } = alert
  const { alert: heading, allClear, meaning, cure } = labelsOf(incident)
  const since = formatFullTime(incident.since)
  const subject = alertTitle(alert, context)
  if (kind === 'all_clear') {
    return {
      subject,
      preview: `It lasted ${lasted(incident)}.`,
      heading: allClear,
      hasHelp: true,
      blocks: [
        { say: `It began on ${since} and lasted ${lasted(incident)}. There is nothing left to do.` },
        { link: `${context.siteUrl}/admin`, label: 'Open the back office' },
      ],
    }
  }
  return {
    subject,
    preview: incident.reasons[0] ?? heading,
    heading,
    hasHelp: true,
    blocks: [
      { say: `${meaning} ${since}.` },
      ...incident.reasons.map((reason) => ({ say: reason })),
      { say: cure },
      { link: `${context.siteUrl}/admin`, label: 'Open the back office' },
      { aside: 'We’ll write once more, when it is over.' },
    ],
  }
}

/** The JSON of an alert. `text` is what chat services show. */
export function alertBody(alert: AlertOf, context: AlertContext) {
  const { kind, incident } = alert
  return {
    type: kind === 'alert' ? 'alert.opened' : 'alert.closed',
    kind: incident.name,
    text: [alertTitle(alert, context), ...(kind === 'alert' ? incident.reasons : [])].join('\n'),
    reasons: incident.reasons,
    since: incident.since,
    until: kind === 'alert' ? null : incident.wellSince,
    shop: context.siteUrl,
    rehearsal: context.isRehearsal,
  }
}

function lasted({ since, wellSince }: Incident): string {
  const minutes = Math.max(1, Math.round((Date.parse(wellSince ?? since) - Date.parse(since)) / 60_000))
  return minutes < 120 ? counted(minutes, 'minute', 'minutes') : counted(Math.round(minutes / 60), 'hour', 'hours')
}

const testTitle = (isRehearsal: boolean) => `${isRehearsal ? 'Rehearsal: ' : ''}Test alert: ${shop.name}`

/** What `doctor --send-test-alert` sends. A command runs without the build, so this is written without JSX. */
export function testAlertEmail({ siteUrl, isRehearsal }: AlertContext): Email {
  const subject = testTitle(isRehearsal)
  const text = `Nothing is wrong. This is a test, so that you know alerts reach you.

A real alert comes when customers haven’t been able to buy for five minutes, when e-mails and refunds have stopped, when the newest backup is more than a day old, when the server’s clock is wrong, or when the day’s text messages are used up. It says what to do.

Your back office: ${siteUrl}/admin
`
  const html = `<!doctype html><html lang="en-GB"><title>${subject}</title><p style="white-space: pre-line; font-family: serif">${text}</p></html>`
  return { subject, html, text }
}

/** The same for the webhook. */
export function testAlertBody({ siteUrl, isRehearsal }: AlertContext, now: Date) {
  return {
    type: 'alert.test',
    kind: 'test',
    text: `${testTitle(isRehearsal)}\nNothing is wrong. This is a test, so that you know alerts reach you.`,
    reasons: [],
    since: now.toISOString(),
    until: now.toISOString(),
    shop: siteUrl,
    rehearsal: isRehearsal,
  }
}
