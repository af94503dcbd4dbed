import { accounts } from './accounts.ts'
import { backOffice } from './back-office.ts'
import { buyingPath } from './buying-path.ts'
import { campaign } from './campaign.ts'
import { checkoutBurst } from './checkout-burst.ts'
import { collectFigures, type Figures } from './figures.ts'
import { finding } from './finding.ts'
import { images } from './images.ts'
import { lighthouse } from './lighthouse.ts'
import { migrations } from './migrations.ts'
import { webhooks } from './webhooks.ts'

/**
 * What is measured: `npm run bench` runs all, `npm run bench -- NAME` one, on a quiet machine. A size given after the
 * name replaces its own. Needs Debian's wrk and nginx, and a Chromium; all load goes to loopback.
 */
const measurements: Record<
  string,
  { about: string; measure: (figures: Figures, ...sizes: string[]) => Promise<void> }
> = {
  'buying-path': { about: 'medians of three, cached pages of five; 4 minutes', measure: buyingPath },
  finding: { about: '2,000 products; half a minute', measure: finding },
  accounts: { about: '2,000 accounts; 6 minutes', measure: accounts },
  campaign: { about: '10,000 letters, then 100,000 queued; 10 minutes', measure: campaign },
  webhooks: { about: 'medians of three; 1.5 minutes', measure: webhooks },
  'checkout-burst': { about: '1,000 customers; half a minute', measure: checkoutBurst },
  'back-office': { about: '1,000 orders, then 1,000,000; 15 minutes and 3 GB', measure: backOffice },
  migrations: { about: '240,000 orders; 5 minutes', measure: migrations },
  images: { about: 'medians of three, cached pictures of five; 3 minutes', measure: images },
  lighthouse: { about: 'medians of three; 5 minutes', measure: lighthouse },
}

const [wanted = '', ...sizes] = process.argv.slice(2)
const isOne = Object.hasOwn(measurements, wanted)
for (const [name, { about, measure }] of Object.entries(measurements)) {
  if (isOne && name !== wanted) continue
  const given = isOne ? sizes : process.argv.slice(2)
  const { add, note, isMet, print } = collectFigures()
  try {
    await measure({ add, note }, ...given)
    print(`${name} (${given.length > 0 ? given.join(' ') : about})`)
    if (!isMet()) process.exitCode = 1
  } catch (error) {
    console.error(name, error)
    process.exitCode = 1
  }
}
