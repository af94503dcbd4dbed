import { readdir } from 'node:fs/promises'
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { dataFolder, type Running, startShop } from '#tests/fixtures/program.ts'
import { smtpServer } from '#tests/fixtures/smtp-server.ts'
import { collectFigures } from './figures.ts'
import { startVisitors } from './visitors.ts'

/**
 * The launch e-mail to ten thousand, over a mail server that takes 20 ms for each, while visitors browse; and the time
 * until a hundred thousand are queued: `npm run bench -- campaign`. Run it on a quiet machine; about ten minutes.
 * `npm run bench -- campaign 300 2000` runs it with fewer.
 */
const port = 22_930
const readers = Number(process.argv[2] ?? 10_000)
const crowd = Number(process.argv[3] ?? 100_000)
const takesMs = 20
const account = { email: 'owner@example.com', password: 'a password of the bench' }
const { add, note, print } = collectFigures()

type Campaign = Record<'total' | 'sent' | 'failed' | 'unknown', number> & { id: string; state: string }

await using data = await dataFolder()
await using smtp = await smtpServer()
smtp.answer = async (stage) => {
  if (stage === 'message') await sleep(takesMs)
  return undefined
}
const shop = await startShop(data.path, port, {
  SMTP_URL: smtp.url,
  ADMIN_EMAIL: account.email,
  ADMIN_PASSWORD: account.password,
  RATE_LIMITS: 'false',
})
try {
  await picturesMade(data.path)
  const ask = await asAdministrator(shop)
  await benchSending(shop, ask)
  await benchQueueing(ask)
} finally {
  await shop.stop()
}
print(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`)

async function benchSending({ url, rssMib }: Running, ask: Ask): Promise<void> {
  await addReaders(ask, { from: 0, to: readers })
  const browse = () => startVisitors(`${url}/shop?each=anew`, { visitors: 20, everyMs: 400 })
  // Browsing alone is measured first, so that the difference is the campaign's.
  const alone = browse()
  await sleep(20_000)
  const quiet = await alone.stop()
  const before = rssMib()

  const pressedMs = performance.now()
  const during = browse()
  const pressing = press(ask, 'We are open')
  const { campaign, mostMib } = await untilSent(ask, rssMib)
  const seconds = (performance.now() - pressedMs) / 1_000
  const busy = await during.stop()
  await pressing
  const wrong = campaign.failed + campaign.unknown + Math.abs(smtp.received.length - campaign.sent)
  add(`${readers.toLocaleString('en-GB')} letters, ${takesMs} ms each`, seconds, 's', { atMost: 240 }, wrong)
  note('letters', campaign.sent / seconds, '/s')
  note('pages rendered anew meanwhile', busy.answered / seconds, '/s')
  note('memory before, visitors browsing', before, 'MiB')
  add('memory more while it is sent', mostMib - before, 'MiB', { atMost: 50 })
  note('p99 of /shop rendered anew, no campaign', quiet.p99Ms, 'ms', quiet.errors)
  add('p99 of /shop rendered anew, while it is sent', busy.p99Ms, 'ms', { atMost: 200 }, busy.errors)
}

async function benchQueueing(ask: Ask): Promise<void> {
  await addReaders(ask, { from: readers, to: crowd })
  const pressedMs = performance.now()
  const pressing = press(ask, 'Once more')
  let campaign = await ask<Campaign>('campaign')
  // Until it is queued, the latest campaign is the one before.
  while (campaign.total !== crowd) {
    await sleep(50)
    campaign = await ask<Campaign>('campaign')
  }
  const seconds = (performance.now() - pressedMs) / 1_000
  add(`${crowd.toLocaleString('en-GB')} recipients queued`, seconds, 's', { atMost: 10 })
  await ask('change-campaign', { id: campaign.id, action: 'pause' })
  await pressing
}

/** Presses Send again while the shop answers that it is busy. */
async function press(ask: Ask, subject: string): Promise<void> {
  const words = { subject, message: 'Come and see.', allow_recent: true }
  let busy = 0
  while ((await ask('send-klaviyo-launch-email', words).catch(() => null)) === null) {
    busy += 1
    await sleep(1_000)
  }
  if (busy > 0) note(`presses of ‘${subject}’ refused before one was taken`, busy, '')
}

/** Polls the campaign and the program's memory until nothing is left to send. */
async function untilSent(ask: Ask, rssMib: () => number): Promise<{ campaign: Campaign; mostMib: number }> {
  let mostMib = 0
  for (;;) {
    const [campaign] = await ask<Campaign>('campaign').then(
      (found) => [found],
      // The press is not stored yet.
      () => [],
    )
    mostMib = Math.max(mostMib, rssMib())
    if (campaign && campaign.state !== 'sending') return { campaign, mostMib }
    await sleep(500)
  }
}

type Ask = <Answer>(name: string, body?: object) => Promise<Answer>

async function asAdministrator({ url }: Running): Promise<Ask> {
  const page = await (await fetch(`${url}/shop`)).text()
  const apikey = /name="backend-key" content="([^"]+)"/.exec(page)?.[1] ?? ''
  const headers = { apikey, 'Content-Type': 'application/json' }
  const session = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers,
    body: JSON.stringify(account),
  })
  const { access_token: token } = (await session.json()) as { access_token: string }
  return async (name, body) => {
    const response = await fetch(`${url}/functions/v1/${name}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...headers, Authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${name} answered ${response.status}: ${await response.text()}`)
    return response.json()
  }
}

async function addReaders(ask: Ask, { from, to }: { from: number; to: number }): Promise<void> {
  const atOnce = 10_000
  const before = performance.now()
  for (let begin = from; begin < to; begin += atOnce) {
    const count = Math.min(atOnce, to - begin)
    const csv = Array.from({ length: count }, (_, index) => `reader${begin + index}@example.com`).join('\n')
    const { added } = await ask<{ added: number }>('import-subscribers', {
      csv: `email\n${csv}`,
      consent_text: 'They asked the bench to tell them when the shop opens.',
      source: 'bench',
    })
    if (added !== count) throw new Error(`${added} of ${count} were added`)
  }
  note(`${(to - from).toLocaleString('en-GB')} addresses imported`, (performance.now() - before) / 1_000, 's')
}

/** A new shop makes its renditions for some minutes after its first start; that load must end first. */
async function picturesMade(path: string): Promise<void> {
  let known = -1
  for (;;) {
    const files = await readdir(path, { recursive: true }).catch(() => [])
    const pictures = files.filter((file) => /\.(webp|avif|jpe?g|png)$/.test(file)).length
    if (pictures === known) return
    known = pictures
    await sleep(20_000)
  }
}
