import { randomUUID } from 'node:crypto'
import { cpus } from 'node:os'
import { issueKeys } from '#platform/http/identity/keys.ts'
import { stepsOf } from '#platform/storage/pictures/picture-ladder.ts'
import { preparePicture } from '#platform/storage/pictures/prepare-picture.ts'
import { grainy } from '#tests/fixtures/hostile-pictures.ts'
import { dataFolder, type Running, startShop } from '#tests/fixtures/program.ts'
import { collectFigures } from './figures.ts'
import { loadCore, medianLoads, pinToCore, serverCore } from './load.ts'
import { startNginx } from './nginx.ts'

/**
 * A photograph of 12 megapixels from its first byte to the pages' renditions, and an image from memory compared with
 * nginx serving the same bytes from a file: `npm run bench -- images`. Needs wrk and nginx. Run it on a quiet machine;
 * about three minutes.
 */
const port = 23_650
const secret = 'a secret of the bench, long enough to be one'
const asBrowsersAsk = { accept: 'image/webp,image/*,*/*;q=0.8' }
const { add, note, print } = collectFigures()

const photograph = await grainy(4_000, 3_000).jpeg({ quality: 92 }).toBuffer()
note('the photograph', photograph.length / 1_000_000, 'MB')
await benchLadder()
await using data = await dataFolder()
const { serviceRoleKey } = await issueKeys(secret)
await withShop({ WORKER: 'off' }, async (shop) => {
  await benchUpload(shop)
  await benchCached(shop)
})
await withShop({}, benchAvif)
print(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`, 'Medians of three (cached pictures: of five)')

async function benchLadder(): Promise<void> {
  await preparePicture(photograph)
  const runs: number[] = []
  for (let times = 0; times < 3; times += 1) {
    const began = performance.now()
    await preparePicture(photograph)
    runs.push(performance.now() - began)
  }
  note('clean picture, WebP ladder and blur alone', median(runs), 'ms')
}

async function benchUpload(shop: Running): Promise<void> {
  const steps = stepsOf(2_400)
  const runs: number[] = []
  let missing = 0
  // The first one starts the process that decodes, as the owner's first upload of a day does.
  for (let times = 0; times < 3; times += 1) {
    const began = performance.now()
    const key = await upload(shop)
    const responses = await Promise.all(
      steps.map((step) => fetch(addressOf(shop, key, step), { headers: asBrowsersAsk })),
    )
    runs.push(performance.now() - began)
    missing += responses.filter(({ headers }) => headers.get('content-type') !== 'image/webp').length
    for (const response of responses) await response.arrayBuffer()
  }
  add('12 MP photograph, from its first byte to its WebP ladder', median(runs), 'ms', { atMost: 2_000 }, missing)
  note('the slowest of three', Math.max(...runs), 'ms')
}

async function benchCached(shop: Running): Promise<void> {
  const key = await upload(shop)
  for (const step of [480, 1_200]) {
    const address = addressOf(shop, key, step)
    const bytes = Buffer.from(await (await fetch(address, { headers: asBrowsersAsk })).arrayBuffer())
    const nginx = await startNginx(port + 1, [bytes], serverCore)
    await pinToCore(shop.pid, serverCore)
    try {
      const urls = [`${nginx.url}/0`, address]
      const [theirs, ours] = await medianLoads(urls, { rounds: 5, core: loadCore, headers: asBrowsersAsk })
      if (!theirs || !ours) throw new Error('no run')
      const what = `a picture of ${Math.round(bytes.length / 1_000)} kB`
      note(`${what} from nginx`, theirs.requestsPerSecond, 'requests/s')
      note(`${what} from memory`, ours.requestsPerSecond, 'requests/s', ours.errors)
      note(`${what}, p99`, ours.p99Ms, 'ms')
      add(`${what}: ours ÷ nginx`, ours.requestsPerSecond / theirs.requestsPerSecond, '×', { atLeast: 0.4 })
    } finally {
      await nginx.stop()
    }
  }
  add('memory after it', shop.rssMib(), 'MiB', { atMost: 250 })
}

/** Measures the time from an upload to the job's AVIF at a phone's width. A new shop's own images come after it. */
async function benchAvif(shop: Running): Promise<void> {
  const began = performance.now()
  const key = await upload(shop)
  const isThere = async () => {
    const response = await fetch(addressOf(shop, key, 800), { headers: { accept: 'image/avif,image/webp' } })
    await response.arrayBuffer()
    return response.headers.get('content-type') === 'image/avif'
  }
  while (!(await isThere())) {
    if (performance.now() - began > 600_000) throw new Error('no AVIF within ten minutes')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  note('from the upload to AVIF at every width, by the job', (performance.now() - began) / 1_000, 's')
}

/** Uploads the photograph as the back office does; returns its key. */
async function upload(shop: Running): Promise<string> {
  const key = `${randomUUID()}.jpg`
  const form = new FormData()
  form.append('cacheControl', '3600')
  form.append('', new Blob([new Uint8Array(photograph)], { type: 'image/jpeg' }), 'IMG_2041.jpg')
  const response = await fetch(`${shop.url}/storage/v1/object/product-images/${key}`, {
    method: 'POST',
    headers: { apikey: serviceRoleKey, authorization: `Bearer ${serviceRoleKey}` },
    body: form,
  })
  if (!response.ok) throw new Error(`the upload was answered with ${response.status}: ${await response.text()}`)
  return key
}

function addressOf(shop: Running, key: string, width: number): string {
  return `${shop.url}/storage/v1/render/image/public/product-images/${key}?width=${width}&quality=75`
}

async function withShop(env: Record<string, string>, work: (shop: Running) => Promise<void>): Promise<void> {
  const shop = await startShop(data.path, port, { JWT_SECRET: secret, ...env })
  try {
    await work(shop)
  } finally {
    await shop.stop()
  }
}

function median(runs: number[]): number {
  return runs.toSorted((one, other) => one - other)[Math.floor(runs.length / 2)] ?? 0
}
