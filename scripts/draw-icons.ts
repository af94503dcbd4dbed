import { writeFile } from 'node:fs/promises'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { drawIcon, type IconShape } from '#features/seo/icons/icon-drawing.ts'
import { type IconName, iconFiles, levels } from '#features/seo/icons/icon-files.ts'

/**
 * Draws the icons that are PNG: `node scripts/draw-icons.ts` writes src/features/seo/icons/*.png, which are committed. A pixel is
 * not a colour but a step, from the ground to the marks or from nothing to the ground: `icons.ts` gives them the colours
 * of the shop's look.
 */
for (const name of Object.keys(iconFiles) as IconName[]) {
  const { size, shape } = iconFiles[name]
  const marks = await drawn('.ground{fill:#000}.marks{fill:#fff;stroke:#fff}', size, 'square')
  const ground = await drawn('.ground{fill:#fff}.marks{display:none}', size, shape)
  const steps = Buffer.alloc(size * size)
  for (let at = 0; at < steps.length; at++) {
    const cover = ground[at] ?? 0
    const share = cover === 255 ? (marks[at] ?? 0) : cover
    steps[at] = Math.round((share / 255) * (levels - 1)) + (cover === 255 ? 0 : levels)
  }
  const png = pngOf(steps, size)
  await writeFile(`src/features/seo/icons/${name}.png`, png)
  console.log(`${name}.png: ${png.length} bytes`)
}

/** How much of each pixel is white. */
async function drawn(css: string, size: number, shape: IconShape): Promise<Buffer> {
  const svg = Buffer.from(drawIcon(css, shape))
  const image = sharp(svg, { density: (72 * size) / 64 })
    .resize(size, size)
    .flatten({ background: '#000' })
  return image.extractChannel('red').raw().toBuffer()
}

/** An indexed PNG with a grey palette; its lines are unfiltered. */
function pngOf(steps: Buffer, size: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, 3], 8)
  const lines = Array.from({ length: size }, (_, line) =>
    Buffer.concat([Buffer.of(0), steps.subarray(line * size, (line + 1) * size)]),
  )
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.alloc(2 * levels * 3)),
    chunk('tRNS', Buffer.alloc(2 * levels)),
    chunk('IDAT', deflateSync(Buffer.concat(lines), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
