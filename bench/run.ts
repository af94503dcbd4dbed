import { accounts } from './accounts.ts'
import { backOffice } from './back-office.ts'
import { buyingPath } from './buying-path.ts'
import { campaign } from './campaign.ts'
import { Figures } from './figures.ts'
import { finding } from './finding.ts'
import { images } from './images.ts'
import { lighthouse } from './lighthouse.ts'
import { checkoutBurst, migrations } from './purchases.ts'
import { touches } from './touches.ts'
import { webhooks } from './webhooks.ts'

type Measurement = [how: string, measure: (figures: Figures, ...sizes: string[]) => Promise<void>]

/**
 * What is measured: `npm run bench` runs all, `npm run bench -- NAME` one, on a quiet machine. A size given after the
 * name replaces its own. Needs Debian's wrk and nginx, and a Chromium; all load goes to loopback.
 */
const measurements: Record<string, Measurement> = {
  'buying-path': ['medians of three, of five beside a peer; 5 minutes', buyingPath],
  finding: ['2,000 products; half a minute', finding],
  accounts: ['2,000 accounts; 6 minutes', accounts],
  campaign: ['10,000 e-mails, then 100,000 queued; 10 minutes', campaign],
  webhooks: ['medians of three; 1.5 minutes', webhooks],
  'checkout-burst': ['1,000 customers; half a minute', checkoutBurst],
  'back-office': ['1,000 orders, then 1,000,000; 15 minutes and 3 GB', backOffice],
  migrations: ['240,000 orders; 5 minutes', migrations],
  images: ['medians of three, cached pictures of five; 3 minutes', images],
  touches: ['medians of five; 6 minutes', touches],
  lighthouse: ['medians of three; 4 minutes', lighthouse],
}

const [name = '', ...sizes] = process.argv.slice(2)
const one = measurements[name]
for (const [each, [how, measure]] of one ? [[name, one] as const] : Object.entries(measurements)) {
  const figures = new Figures(`${each} (${sizes.length > 0 ? sizes.join(' ') : how})`)
  try {
    await measure(figures, ...sizes)
  } catch (error) {
    console.error(each, error)
    figures.isMet = false
  }
  if (!figures.isMet) process.exitCode = 1
}
