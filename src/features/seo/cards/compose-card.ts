import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import sharp, { type OverlayOptions } from 'sharp'
import { decoder } from '#platform/storage/pictures/image-work.ts'
import { glyphsOf } from './font-glyphs.ts'

const fontsFolder = resolve('src/features/seo/cards/fonts')
// These fonts and no others, so that every machine draws the same.
// biome-ignore lint/style/noProcessEnv: fontconfig reads its file's name from the environment, at the first text
process.env.FONTCONFIG_FILE = join(fontsFolder, 'fonts.conf')

/** Text in one style; `scale` relative to the size of its block. */
export type Run = { text: string; italic?: boolean; scale?: number }

/** A block of a card's text column; pixels and `#rrggbb`. `gap`: the space above it. */
export type Block =
  | {
      kind: 'words'
      gap: number
      font: 'serif' | 'sans'
      colour: string
      runs: Run[]
      /** The font sizes, the largest first: the first that fits `mostHeight`, else the last. */
      sizes: number[]
      mostHeight: number
      tracking?: number
    }
  | { kind: 'stitch'; gap: number; colour: string; width: number }

/**
 * An image with text beside it. The photograph fills its area and fades into the background at its right edge; the
 * blocks are stacked and centred vertically.
 */
export type Card = {
  width: number
  height: number
  ground: string
  place: { left: number; top: number; width: number; height: number }
  column: { left: number; width: number }
  blocks: Block[]
}

type Drawn = { data: Buffer; width: number; height: number }

/** The width of the fade in pixels. */
const meltPixels = 96

/**
 * Draws a card as a JPEG. `picture`: the photograph's bytes, null for text only. Characters without a glyph in the
 * fonts of this folder are left out, and so is a block of them. `seconds`: the limit of the decoding. Runs in the image
 * process.
 */
export async function composeCard(card: Card, picture: Buffer | null, seconds: number): Promise<Buffer> {
  const { width, height, ground, place, column } = card
  const layers: OverlayOptions[] = []
  if (picture) {
    layers.push({
      input: await photograph(picture, place, seconds),
      left: place.left,
      top: place.top,
      ...rawOf(place, 3),
    })
    const melt = { width: Math.min(meltPixels, place.width), height: place.height }
    const left = place.left + place.width - melt.width
    layers.push({ input: fade(ground, melt), left, top: place.top, ...rawOf(melt, 4) })
  }
  const drawn: { gap: number; piece: Drawn }[] = []
  for (const block of card.blocks) {
    const piece = await draw(block, column.width)
    if (piece) drawn.push({ gap: drawn.length > 0 ? block.gap : 0, piece })
  }
  const whole = drawn.reduce((sum, { gap, piece }) => sum + gap + piece.height, 0)
  let top = Math.max(0, Math.round((height - whole) / 2))
  for (const { gap, piece } of drawn) {
    top += gap
    if (top + piece.height > height) break
    layers.push({ input: piece.data, left: column.left, top, ...rawOf(piece, 4) })
    top += piece.height
  }
  return sharp({ create: { width, height, channels: 3, background: ground } })
    .composite(layers)
    .timeout({ seconds })
    .jpeg({ quality: 84, chromaSubsampling: '4:4:4', progressive: true })
    .toBuffer()
}

function rawOf({ width, height }: { width: number; height: number }, channels: 3 | 4) {
  return { raw: { width, height, channels } }
}

/** Cropped to its place, nearer to the top, where the subject of a portrait picture usually is. */
function photograph(picture: Buffer, { width, height }: Card['place'], seconds: number): Promise<Buffer> {
  return decoder(picture, seconds)
    .autoOrient()
    .resize({ width, height, fit: 'cover', position: 'top' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer()
}

/** The background colour, from transparent at the left to opaque at the right. */
function fade(colour: string, { width, height }: { width: number; height: number }): Buffer {
  const [red, green, blue] = channelsOf(colour)
  const pixels = Buffer.alloc(width * height * 4)
  for (let at = 0; at < width * height; at += 1) {
    const share = (at % width) / (width - 1)
    pixels.set([red, green, blue, Math.round(255 * share * share * (3 - 2 * share))], at * 4)
  }
  return pixels
}

async function draw(block: Block, width: number): Promise<Drawn | null> {
  if (block.kind === 'stitch') return stitch(block.colour, Math.min(width, block.width))
  const runs = block.runs.map((run) => ({ ...run, text: drawable(run.text) }))
  if (runs.every(({ text }) => text.trim() === '')) return null
  let drawn: Drawn | null = null
  for (const size of block.sizes) {
    drawn = await words({ ...block, runs }, size, width)
    if (drawn.height <= block.mostHeight && drawn.width <= width) break
  }
  return drawn
}

type Words = Extract<Block, { kind: 'words' }>

async function words({ font, colour, runs, tracking = 0 }: Words, size: number, width: number): Promise<Drawn> {
  const spacing = tracking > 0 ? ` letter_spacing="${Math.round(tracking * 1024)}"` : ''
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${colour}"${spacing}>${runs.map((run) => markup(run, size)).join('')}</span>`,
      font: `${font === 'serif' ? 'Ibarra Real Nova' : 'Alegreya Sans'} ${size}`,
      width,
      wrap: 'word-char',
      // One pixel is one point.
      dpi: 72,
      spacing: Math.round(size * -0.08),
      rgba: true,
    },
  })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

function markup({ text, italic = false, scale = 1 }: Run, size: number): string {
  const escaped = text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return `<span size="${Math.round(size * scale * 1024)}"${italic ? ' style="italic"' : ''}>${escaped}</span>`
}

/** A dashed line like tacking stitches. */
function stitch(colour: string, width: number): Drawn {
  const [red, green, blue] = channelsOf(colour)
  const height = 2
  const data = Buffer.alloc(width * height * 4)
  for (let at = 0; at < width * height; at += 1) if ((at % width) % 22 < 14) data.set([red, green, blue, 255], at * 4)
  return { data, width, height }
}

function channelsOf(colour: string): [number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

let letters: Set<number> | undefined

/** The characters of a text that the fonts have; empty for a text with letters that no font has. */
function drawable(text: string): string {
  letters ??= new Set(
    readdirSync(fontsFolder)
      .filter((name) => name.endsWith('.ttf'))
      .flatMap((name) => [...glyphsOf(readFileSync(join(fontsFolder, name)))]),
  )
  const known = letters
  const signs = [...text.normalize('NFKC').replace(/\s+/g, ' ')]
  const isKnown = (sign: string) => known.has(sign.codePointAt(0) ?? 0)
  if (signs.some((sign) => /[\p{L}\p{N}]/u.test(sign) && !isKnown(sign))) return ''
  return signs.filter(isKnown).join('').replace(/ +/g, ' ')
}
