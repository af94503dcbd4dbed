import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { cpus, loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { buyer } from '#tests/fixtures/buyer.ts'
import { dataFolder, type Running, startShop } from '#tests/fixtures/program.ts'
import { collectFigures } from './figures.ts'

/**
 * Ten thousand open connections, each of which requests something every ten seconds, so a thousand requests a second,
 * and ten purchases a second with test payments, for a minute: `npm run bench -- crowd`. Everything runs on this
 * machine, over loopback, and ends by itself. `npm run bench -- crowd 2000 30` opens 2,000 connections, for 30 s. It
 * needs a limit of open files (`ulimit -n`) above the number of connections.
 */
const port = 23_960
const connections = Number(process.argv[2] ?? 10_000)
const seconds = Number(process.argv[3] ?? 60)
const everyMs = 10_000
const purchasesPerSecond = 10
const openedPerSecond = 400
/** An answer that takes longer counts as none. */
const patienceMs = 20_000

const { add, note, print } = collectFigures()
await using data = await dataFolder()
const shop = await startShop(data.path, port, { RATE_LIMITS: 'false' })
try {
  await benchCrowd(shop)
} finally {
  await shop.stop()
}
print(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`)

type Answers = { times: number[]; busy: number; silent: number; wrong: Map<string, number> }

async function benchCrowd({ url, rssMib }: Running): Promise<void> {
  const { key, slugs, item } = await readCatalogue(url)
  const paths = ['/', '/shop', '/about', '/size-guide', ...slugs.map((slug) => `/product/${slug}`)]
  for (const path of paths) await (await fetch(url + path)).arrayBuffer()
  note('memory before', rssMib(), 'MiB')
  const answers: Answers = { times: [], busy: 0, silent: 0, wrong: new Map() }
  let most = rssMib()
  const watch = setInterval(() => {
    most = Math.max(most, rssMib())
  }, 500)
  const openedMs = performance.now()
  const endsMs = openedMs + (connections / openedPerSecond) * 1_000 + everyMs + seconds * 1_000
  const visitors: Promise<void>[] = []
  for (let index = 0; index < connections; index += 1) {
    visitors.push(visit({ index, paths, endsMs, answers }))
    if (index % 40 === 39) await pause(Math.max(0, openedMs + (index / openedPerSecond) * 1_000 - performance.now()))
  }
  note('connections opened', connections, '')
  const measuredMs = performance.now()
  answers.times.length = 0
  const bought = await buy({ url, key, item, endsMs })
  await Promise.all(visitors)
  clearInterval(watch)
  const lasted = (endsMs - measuredMs) / 1_000
  const wrong = [...answers.wrong.values()].reduce((sum, times) => sum + times, 0)
  for (const [what, times] of answers.wrong) note(`answers: ${what}`, times, '')
  add('requests a second answered', answers.times.length / lasted, '', { atLeast: (connections / everyMs) * 900 })
  add('p99 of pages', percentile(answers.times, 0.99), 'ms', { atMost: 150 })
  note('p50 of pages', percentile(answers.times, 0.5), 'ms')
  note('answers 503 with Retry-After', answers.busy, '')
  add('requests without an answer within 20 s', answers.silent, '', { atMost: 0 })
  add('other answers', wrong, '', { atMost: 0 })
  add('purchases a second', bought.paid / lasted, '', { atLeast: purchasesPerSecond * 0.9 }, bought.failed)
  note('purchases told to press again (503)', bought.busy, '')
  note('p99 from checkout to paid', percentile(bought.times, 0.99), 'ms')
  add('most memory', most, 'MiB', { atMost: 350 })
}

type Visit = { index: number; paths: readonly string[]; endsMs: number; answers: Answers }

/** One visitor: a connection that stays open, and a request every ten seconds. */
async function visit({ index, paths, endsMs, answers }: Visit): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  socket.on('error', () => undefined)
  for (let turn = 0; performance.now() < endsMs; turn += 1) {
    const dueMs = performance.now()
    const path = paths[(index + turn * 13) % paths.length] ?? '/'
    const status = await ask(socket, path)
    if (status.startsWith('200')) answers.times.push(performance.now() - dueMs)
    else if (status === '503 Retry-After') answers.busy += 1
    else if (status === 'silence') answers.silent += 1
    else answers.wrong.set(status, (answers.wrong.get(status) ?? 0) + 1)
    if (socket.destroyed) return
    await pause(Math.max(0, dueMs + everyMs - performance.now()))
  }
  socket.destroy()
}

/** The status of the response, read to its end; `silence` where none comes, `closed` where the connection ends. */
function ask(socket: Socket, path: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  let head = ''
  let left = Number.POSITIVE_INFINITY
  let tail = ''
  const timer = setTimeout(() => done('silence'), patienceMs)
  function done(status: string): void {
    clearTimeout(timer)
    socket.removeListener('data', read)
    socket.removeListener('close', closed)
    if (status === 'silence') socket.destroy()
    resolve(status)
  }
  const closed = () => done('closed')
  function statusOf(): string {
    const status = head.slice(9, 12)
    return status === '503' && /\r\nretry-after:/i.test(head) ? '503 Retry-After' : status
  }
  function read(bytes: Buffer): void {
    if (left === Number.POSITIVE_INFINITY) {
      head += bytes.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      const length = /\r\ncontent-length: (\d+)/i.exec(head.slice(0, end + 2))?.[1]
      // Without a length the end of a chunked body is looked for.
      left = length === undefined ? -1 : Number(length) - (head.length - end - 4)
      tail = head.slice(-5)
    } else if (left >= 0) left -= bytes.length
    else tail = (tail + bytes.toString('latin1')).slice(-5)
    if (left === 0 || (left < 0 && tail === '0\r\n\r\n')) done(statusOf())
  }
  socket.on('data', read)
  socket.once('close', closed)
  if (socket.destroyed) done('closed')
  else
    socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: text/html\r\nAccept-Encoding: br\r\n\r\n`)
  return promise
}

type Buying = { url: string; key: string; item: object; endsMs: number }

/** Ten purchases a second, whether or not the last ones are finished. */
async function buy({ url, key, item, endsMs }: Buying) {
  const result = { paid: 0, busy: 0, failed: 0, times: [] as number[] }
  const running: Promise<void>[] = []
  for (let at = performance.now(); at < endsMs; at += 1_000 / purchasesPerSecond) {
    await pause(Math.max(0, at - performance.now()))
    running.push(
      purchase({ url, key, item }).then(
        (status) => {
          result[status] += 1
          if (status === 'paid') result.times.push(performance.now() - at)
        },
        () => {
          result.failed += 1
        },
      ),
    )
  }
  await Promise.all(running)
  return result
}

async function purchase({ url, key, item }: Omit<Buying, 'endsMs'>): Promise<'paid' | 'busy' | 'failed'> {
  const signal = AbortSignal.timeout(patienceMs)
  const response = await fetch(`${url}/functions/v1/create-stripe-checkout`, {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify({ items: [item], cartId: randomUUID() }),
    signal,
  })
  const body = (await response.json()) as { url?: string }
  if (response.status === 503) return 'busy'
  if (!response.ok || !body.url) return 'failed'
  const paid = await fetch(new URL(new URL(body.url).pathname, url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(buyer),
    redirect: 'manual',
    signal,
  })
  return paid.status === 303 ? 'paid' : 'failed'
}

async function readCatalogue(url: string) {
  const html = await (await fetch(`${url}/shop`)).text()
  const key = /name="backend-key" content="([^"]+)"/.exec(html)?.[1]
  if (!key) throw new Error('the page names no key')
  const path = '/rest/v1/products?select=*&active=eq.true&is_preorder=eq.false&order=created_at'
  const response = await fetch(url + path, { headers: { apikey: key } })
  const garments = (await response.json()) as { id: string; slug: string; price: number; sizes: string[] }[]
  const [garment] = garments
  if (!garment) throw new Error('the shop shows no garment')
  const item = { id: garment.id, size: garment.sizes[0], price: garment.price, quantity: 1 }
  return { key, item, slugs: garments.map(({ slug }) => slug) }
}

function percentile(times: number[], share: number): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * share)] ?? 0
}
