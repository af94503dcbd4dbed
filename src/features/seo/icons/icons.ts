import { crc32 } from 'node:zlib'
import { currentPalette } from '#ui/look/look.ts'
import { drawIcon } from './icon-drawing.ts'
import { type IconName, iconFiles, levels } from './icon-files.ts'

/** The drawings of `scripts/draw-icons.ts` as data URLs. */
const drawings = import.meta.glob<string>('./*.png', { query: '?inline', import: 'default', eager: true })

type Icon = { type: string; body: Buffer }

const png = (name: IconName) => (): Icon => ({ type: 'image/png', body: drawnPng(name) })

/** Every icon by its path, in the colours of the current look. */
export const icons: Record<string, () => Icon> = {
  '/favicon.svg': () => ({ type: 'image/svg+xml; charset=utf-8', body: Buffer.from(drawIcon(svgColours())) }),
  '/favicon.ico': () => ({ type: 'image/x-icon', body: icoOf(['16', '32', '48']) }),
  '/apple-touch-icon.png': png('180-square'),
  '/icons/icon-192.png': png('192'),
  '/icons/icon-512.png': png('512'),
  '/icons/maskable-512.png': png('512-square'),
}

function svgColours(): string {
  const { light, dark } = currentPalette()
  const rules = (ground = '', marks = '') => `.ground{fill:${ground}}.marks{fill:${marks};stroke:${marks}}`
  const night = `@media(prefers-color-scheme:dark){${rules(dark.mulberry, dark.paper)}}`
  return `${rules(light.mulberry, light.paper)}${night}`
}

/** The chunk's data begins after its length and type. */
function drawnPng(name: IconName): Buffer {
  const { light } = currentPalette()
  const [ground, marks] = [light.mulberry, light.paper].map(partsOf)
  const drawing = Buffer.from(drawings[`./${name}.png`]?.split(',')[1] ?? '', 'base64')
  fill(drawing, 'PLTE', (data) => {
    for (let step = 0; step < levels; step++) {
      const share = step / (levels - 1)
      for (const part of [0, 1, 2]) {
        const [from, to] = [ground?.[part] ?? 0, marks?.[part] ?? 0]
        data[3 * step + part] = Math.round(from + (to - from) * share)
        data[3 * (levels + step) + part] = from
      }
    }
  })
  fill(drawing, 'tRNS', (data) => {
    for (let step = 0; step < levels; step++) {
      data[step] = 255
      data[levels + step] = Math.round((255 * step) / (levels - 1))
    }
  })
  return drawing
}

/** Writes the data of a chunk, and its check sum. */
function fill(file: Buffer, type: string, write: (data: Buffer) => void): void {
  const at = file.indexOf(type, 0, 'latin1')
  const end = at + 4 + file.readUInt32BE(at - 4)
  write(file.subarray(at + 4, end))
  file.writeUInt32BE(crc32(file.subarray(at, end)), end)
}

/** An ICO file of PNGs. */
function icoOf(names: IconName[]): Buffer {
  const files = names.map(drawnPng)
  const head = Buffer.alloc(6 + 16 * files.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(files.length, 4)
  let offset = head.length
  for (const [index, file] of files.entries()) {
    const { size } = iconFiles[names[index] ?? '16']
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

function partsOf(hex = '#000000'): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
}
