import { drawSvg } from '#platform/storage/pictures/image-process.ts'
import { shop } from '#shop'
import { currentPalette } from '#ui/look/look.ts'
import { drawIcon, type IconShape } from './icon-drawing.ts'

type Icon = { type: string; body: Buffer }

/** Every icon by its path, with the letter of the shop's name in the colours of the current look. */
export const icons: Record<string, () => Icon | Promise<Icon>> = {
  '/favicon.svg': () => ({
    type: 'image/svg+xml; charset=utf-8',
    body: Buffer.from(drawIcon(shop.name, svgColours())),
  }),
  '/favicon.ico': async () => ({ type: 'image/x-icon', body: await icoOf([16, 32, 48]) }),
  '/apple-touch-icon.png': () => png(180, 'square'),
  '/icons/icon-192.png': () => png(192),
  '/icons/icon-512.png': () => png(512),
  '/icons/maskable-512.png': () => png(512, 'square'),
}

function svgColours(): string {
  const { light, dark } = currentPalette()
  return `${rules(light.mulberry, light.paper)}@media(prefers-color-scheme:dark){${rules(dark.mulberry, dark.paper)}}`
}

const rules = (ground = '', marks = '') => `.ground{fill:${ground}}.marks{fill:${marks};stroke:${marks}}`

async function png(size: number, shape: IconShape = 'round'): Promise<Icon> {
  return { type: 'image/png', body: await pngOf(size, shape) }
}

/** The newest PNG of each size and shape, with the drawing it was made of. */
const made = new Map<string, { svg: string; png: Promise<Buffer> }>()

function pngOf(size: number, shape: IconShape = 'round'): Promise<Buffer> {
  const { light } = currentPalette()
  const svg = drawIcon(shop.name, rules(light.mulberry, light.paper), shape)
  const key = `${size} ${shape}`
  const last = made.get(key)
  if (last?.svg === svg) return last.png
  const png = drawSvg(svg, size)
  made.set(key, { svg, png })
  png.catch(() => made.delete(key))
  return png
}

/** An ICO file of PNGs. */
async function icoOf(sizes: number[]): Promise<Buffer> {
  const files = await Promise.all(sizes.map((size) => pngOf(size)))
  const head = Buffer.alloc(6 + 16 * files.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(files.length, 4)
  let offset = head.length
  for (const [index, file] of files.entries()) {
    const size = sizes[index] ?? 16
    const at = 6 + 16 * index
    head.set([size, size], at)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(file.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += file.length
  }
  return Buffer.concat([head, ...files])
}
