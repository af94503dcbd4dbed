import { letters } from './letters.ts'

export type IconShape = 'round' | 'square'

/**
 * The icon of a shop as SVG: the first letter of its name after an article, with stitches under it. A name in letters
 * other than Latin has the stitches alone. `css`: the colours of `.ground` and `.marks`. A square is for devices that cut their
 * own shape.
 */
export function drawIcon(name: string, css: string, shape: IconShape = 'round'): string {
  const ground =
    shape === 'round' ? '<circle class="ground" cx="32" cy="32" r="32"/>' : '<path class="ground" d="M0 0h64v64H0z"/>'
  const letter = letterOf(name)
  const marks =
    (letter ? `<path stroke-width=".7" d="${letter}"/>` : '') +
    `<path stroke-width="1.6" stroke-dasharray="4.2 2.6" d="M16.3 ${letter ? 48.6 : 32}h31.4"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><style>${css}</style>${ground}<g class="marks">${marks}</g></svg>`
}

function letterOf(name: string): string | undefined {
  const plain = name
    .trim()
    .replace(/^(the|an?)\s+/i, '')
    .normalize('NFD')
  const [first = ''] = /[\p{L}\p{N}]/u.exec(plain) ?? []
  return letters[first.toUpperCase()]
}
