import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { smtpServer } from '#tests/fixtures/smtp-server.ts'
import { type Figures, inWords, timeEach } from './figures.ts'
import { browse } from './load.ts'
import { type Ask, askAsOwner, openShop } from './shop.ts'

const takesMs = 20

type Campaign = Record<'total' | 'sent' | 'failed' | 'unknown', number> & { id: string; state: string }

/** The launch e-mail over a mail server that takes 20 ms for each, while visitors browse; and how soon a crowd is queued. */
export async function campaign({ add }: Figures, readers = '10000', crowd = '100000'): Promise<void> {
  await using smtp = await smtpServer()
  smtp.answer = async (stage) => {
    if (stage === 'message') await sleep(takesMs)
    return undefined
  }
  await using shop = await openShop({ SMTP_URL: smtp.url, RATE_LIMITS: 'false' })
  await untilPicturesMade(shop.folder)
  const ask = await askAsOwner(shop)
  const latest = () =>
    ask('/functions/v1/campaign').then(
      (response) => response.json() as Promise<Campaign>,
      () => null,
    )
  const browseUntil = (over: Promise<unknown>) => browse(() => `${shop.url}/shop?each=anew`, over)

  await addReaders(add, ask, 0, Number(readers))
  // Browsing alone is measured first, so that the difference is the campaign's.
  const quiet = await browseUntil(sleep(20_000))
  const before = shop.rssMib()
  let [seconds, mostMib] = [0, before]
  const watch = async () => {
    const beganMs = performance.now()
    const pressed = press(add, ask, 'We are open')
    for (;;) {
      const found = await latest()
      mostMib = Math.max(mostMib, shop.rssMib())
      seconds = (performance.now() - beganMs) / 1_000
      if (found && found.state !== 'sending') return pressed.then(() => found)
      await sleep(500)
    }
  }
  const over = watch()
  const busy = await browseUntil(over)
  const { sent, failed, unknown } = await over
  const wrong = failed + unknown + Math.abs(smtp.received.length - sent)
  add(`${inWords(Number(readers))} e-mails, ${takesMs} ms each`, seconds, 's', { atMost: 240 }, wrong)
  add('e-mails', sent / seconds, '/s')
  add('pages rendered anew meanwhile', busy.answered / seconds, '/s')
  add('memory before, visitors browsing', before, 'MiB')
  add('memory more while it is sent', mostMib - before, 'MiB', { atMost: 50 })
  add('p99 of /shop rendered anew, no campaign', quiet.p99Ms, 'ms', {}, quiet.errors)
  add('p99 of /shop rendered anew, while it is sent', busy.p99Ms, 'ms', { atMost: 200 }, busy.errors)

  await addReaders(add, ask, Number(readers), Number(crowd))
  const beganMs = performance.now()
  const pressed = press(add, ask, 'Once more')
  let queued = await latest()
  // Until it is queued, the latest campaign is the one before.
  while (queued?.total !== Number(crowd)) {
    await sleep(50)
    queued = await latest()
  }
  add(`${inWords(Number(crowd))} recipients queued`, (performance.now() - beganMs) / 1_000, 's', { atMost: 10 })
  await ask('/functions/v1/change-campaign', { id: queued.id, action: 'pause' })
  await pressed
}

/** Presses Send again while the shop answers that it is busy. */
async function press(add: Figures['add'], ask: Ask, subject: string): Promise<void> {
  const words = { subject, message: 'Come and see.', allow_recent: true }
  let busy = 0
  while ((await ask('/functions/v1/send-klaviyo-launch-email', words).catch(() => null)) === null) {
    busy += 1
    await sleep(1_000)
  }
  if (busy > 0) add(`presses of ‘${subject}’ refused before one was taken`, busy, '')
}

async function addReaders(add: Figures['add'], ask: Ask, from: number, to: number): Promise<void> {
  const atOnce = 10_000
  const taken = await timeEach(Math.ceil((to - from) / atOnce), async (n) => {
    const begin = from + n * atOnce
    const count = Math.min(atOnce, to - begin)
    const csv = ['email', ...Array.from({ length: count }, (_, index) => `reader${begin + index}@example.com`)].join(
      '\n',
    )
    const consent_text = 'They asked the bench to tell them when the shop opens.'
    const response = await ask('/functions/v1/import-subscribers', { csv, consent_text, source: 'bench' })
    const { added } = (await response.json()) as { added: number }
    if (added !== count) throw new Error(`${added} of ${count} were added`)
  })
  add(`${inWords(to - from)} addresses imported`, taken.reduce((sum, ms) => sum + ms, 0) / 1_000, 's')
}

/** A new shop makes its renditions for some minutes after its first start; that load must end first. */
async function untilPicturesMade(folder: string): Promise<void> {
  for (let known = -1; ; await sleep(20_000)) {
    const files = await readdir(folder, { recursive: true }).catch(() => [])
    const pictures = files.filter((file) => /\.(webp|avif|jpe?g|png)$/.test(file)).length
    if (pictures === known) return
    known = pictures
  }
}
