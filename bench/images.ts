import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { preparePicture } from '#platform/storage/pictures/image-process.ts'
import { stepsOf } from '#platform/storage/pictures/picture-ladder.ts'
import { grainy } from '#tests/fixtures/hostile-pictures.ts'
import { dataFolder } from '#tests/fixtures/program.ts'
import { type Figures, median, timeEach } from './figures.ts'
import { compareWithPeer } from './load.ts'
import { startNginx } from './peers.ts'
import { openShop, request, type Shop, serviceRoleKey } from './shop.ts'

const asBrowsers = { accept: 'image/webp,image/*,*/*;q=0.8' }

/**
 * A photograph of 12 megapixels from its first byte to the pages' renditions, and an image from memory compared with
 * nginx serving the same bytes from a file.
 */
export async function images(figures: Figures): Promise<void> {
  const photograph = await grainy(4_000, 3_000).jpeg({ quality: 92 }).toBuffer()
  figures.add('the photograph', photograph.length / 1_000_000, 'MB')
  const [, ...prepared] = await timeEach(4, () => preparePicture(photograph))
  figures.add('clean picture, WebP ladder and blur alone', median(prepared), 'ms')
  await using data = await dataFolder()
  {
    await using shop = await openShop({ WORKER: 'off' }, data.path)
    await measureUpload(figures, shop, photograph)
    await measureCached(figures, shop, photograph)
  }
  await using shop = await openShop({}, data.path)
  const [avifMs = 0] = await timeEach(1, () => untilAvif(shop, photograph))
  figures.add('from the upload to AVIF at every width, by the job', avifMs / 1_000, 's')
}

async function measureUpload({ add }: Figures, shop: Shop, photograph: Buffer): Promise<void> {
  let missing = 0
  // The first one starts the process that decodes, as the owner's first upload of a day does.
  const runs = await timeEach(3, async () => {
    const key = await upload(shop, photograph)
    const get = (step: number) => fetch(shop.url + pathOf(key, step), { headers: asBrowsers })
    const responses = await Promise.all(stepsOf(2_400).map(get))
    missing += responses.filter(({ headers }) => headers.get('content-type') !== 'image/webp').length
    for (const response of responses) await response.arrayBuffer()
  })
  add('12 MP photograph, from its first byte to its WebP ladder', median(runs), 'ms', { atMost: 2_000 }, missing)
  add('the slowest of three', Math.max(...runs), 'ms')
}

async function measureCached({ add }: Figures, shop: Shop, photograph: Buffer): Promise<void> {
  const key = await upload(shop, photograph)
  for (const step of [480, 1_200]) {
    const peer = { start: startNginx, headers: asBrowsers }
    const { peer: nginx, ours, bytes } = await compareWithPeer(shop, pathOf(key, step), peer)
    const what = `a picture of ${Math.round(bytes / 1_000)} kB`
    add(`${what} from nginx`, nginx.requestsPerSecond, 'requests/s')
    add(`${what} from memory`, ours.requestsPerSecond, 'requests/s', {}, ours.errors)
    add(`${what}, p99`, ours.p99Ms, 'ms')
    add(`${what}: ours ÷ nginx`, ours.requestsPerSecond / nginx.requestsPerSecond, '×', { atLeast: 0.4 })
  }
  add('memory after it', shop.rssMib(), 'MiB', { atMost: 250 })
}

/** Uploads the photograph and waits for the job's AVIF at a phone's width. A new shop's own images come after it. */
async function untilAvif(shop: Shop, photograph: Buffer): Promise<void> {
  const address = shop.url + pathOf(await upload(shop, photograph), 800)
  for (let tries = 0; tries < 3_000; tries += 1) {
    const response = await fetch(address, { headers: { accept: 'image/avif,image/webp' } })
    await response.arrayBuffer()
    if (response.headers.get('content-type') === 'image/avif') return
    await sleep(200)
  }
  throw new Error('no AVIF within ten minutes')
}

/** Uploads the photograph as the back office does; returns its key. */
async function upload(shop: Shop, photograph: Buffer): Promise<string> {
  const key = `${randomUUID()}.jpg`
  const body = new FormData()
  body.append('cacheControl', '3600')
  body.append('', new Blob([new Uint8Array(photograph)], { type: 'image/jpeg' }), 'IMG_2041.jpg')
  await request(shop, `/storage/v1/object/product-images/${key}`, { body, key: serviceRoleKey })
  return key
}

function pathOf(key: string, width: number): string {
  return `/storage/v1/render/image/public/product-images/${key}?width=${width}`
}
