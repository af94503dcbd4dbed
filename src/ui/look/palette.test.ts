import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrastOf } from '../contrast.ts'
import { changeLook, currentPalette, firstLook } from './look.ts'
import { lookCss } from './look-css.ts'
import { hexOf, oklchOf } from './oklch.ts'
import { type Colours, derivePalette, findColourProblem, firstColours, type Palette, paletteOf } from './palette.ts'

const grounds = ['paper', 'paper-deep', 'white']
const hex = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`)

test('the first palette is the one of tokens.css, and its pages carry no look', () => {
  const sheet = readFileSync(new URL('../tokens.css', import.meta.url), 'utf8')
  const blocks = [...sheet.matchAll(/([^{}]*)\{([^{}]*)\}/g)].map(([, head = '', body = '']) => ({
    head: head.trim(),
    colours: Object.fromEntries(
      [...body.matchAll(/--color-([\w-]+): (#[0-9a-f]{6}|rgb\([^)]*\));/g)].map(([, name, value]) => [name, value]),
    ),
  }))
  const { light, dark, main, foot, footDark, moreContrast, moreContrastDark } = paletteOf(firstColours)
  const found = (pattern: RegExp) => blocks.filter(({ head }) => pattern.test(head)).map(({ colours }) => colours)
  expect(found(/^@theme static$|\*\/\s*@theme static$/)).toEqual([light])
  const [first, ...others] = found(/:root$/).filter((colours) => Object.keys(colours).length > 0)
  expect([first, ...others]).toEqual([dark, moreContrast, moreContrastDark])
  expect(found(/^\.main-action/)).toEqual([])
  expect(found(/\.main-action,\s*\.sizes span:has\(:checked\)$/)).toEqual([main])
  expect(found(/\.foot$/)).toEqual([foot, footDark])
  expect(lookCss(firstLook)).toBe('')
})

test('whatever the owner picks, text has a contrast of 4.5 and edges of 3, in light and dark mode', () => {
  fc.assert(
    fc.property(hex, hex, hex, (paper, ink, accent) => {
      const colours = madeUsable({ paper, ink, accent })
      expect(unreadable(derivePalette(colours)), JSON.stringify(colours)).toEqual([])
    }),
    { numRuns: 200 },
  )
})

test('a colour that cannot be read is refused with the nearest that can', () => {
  expect(findColourProblem(firstColours)).toBeNull()
  expect(findColourProblem({ ...firstColours, paper: '#333333' })?.colour).toBe('paper')
  expect(findColourProblem({ ...firstColours, ink: '#999999' })?.colour).toBe('ink')
  const accent = findColourProblem({ ...firstColours, accent: '#ffcc00' })
  expect(accent).toMatchObject({ colour: 'accent', message: expect.stringContaining('darker accent') })
  expect(findColourProblem({ ...firstColours, accent: accent?.nearest ?? '' })).toBeNull()
  // The nearest has the same hue.
  expect(Math.abs(oklchOf(accent?.nearest ?? '').h - oklchOf('#ffcc00').h)).toBeLessThan(8)
})

test('derived colours are close to those that were chosen by hand', () => {
  const [hand, derived] = [paletteOf(firstColours), derivePalette(firstColours)]
  for (const part of ['light', 'dark', 'foot', 'footDark'] as const) {
    for (const name of ['paper', 'paper-deep', 'ink', 'ink-soft', 'line', 'edge', 'mulberry']) {
      const [one, other] = [
        oklchOf(hand[part][name] ?? firstColours.paper),
        oklchOf(derived[part][name] ?? firstColours.paper),
      ]
      expect(Math.abs(one.l - other.l), `${part} ${name}`).toBeLessThan(0.07)
    }
  }
})

test('a colour survives the way to OKLCH and back', () => {
  const colours = fc.sample(hex, 500)
  expect(colours.map((colour) => hexOf(oklchOf(colour)))).toEqual(colours)
})

test('another look changes what the program reads, and its style sheet has no colour of the first', () => {
  try {
    const look = { ...firstLook, paper: '#f5f3ed', ink: '#1f2624', accent: '#24513f' }
    changeLook(look)
    expect(currentPalette().light.mulberry).toBe('#24513f')
    const old = Object.values(paletteOf(firstColours)).flatMap((tokens) => Object.values(tokens))
    const kept = Object.values(paletteOf(look)).flatMap((tokens) => Object.values(tokens))
    for (const colour of old.filter((each) => !kept.includes(each))) expect(lookCss(look)).not.toContain(colour)
  } finally {
    changeLook(firstLook)
  }
})

/** The colours, each replaced by the nearest that works. */
function madeUsable(colours: Colours): Colours {
  const problem = findColourProblem(colours)
  return problem ? madeUsable({ ...colours, [problem.colour]: problem.nearest }) : colours
}

/** The pairs of a palette with too little contrast. */
function unreadable({ light, dark, main, foot, footDark, moreContrast, moreContrastDark }: Palette): string[] {
  const faint: string[] = []
  function contrast(tokens: Record<string, string>, front: string, ground: string, least: number) {
    const found = contrastOf(tokens[front] ?? '', tokens[ground] ?? '')
    if (found < least) faint.push(`${front} on ${ground}: ${found}`)
  }
  for (const page of [light, dark]) {
    for (const ground of grounds) {
      for (const text of ['ink', 'ink-soft', 'mulberry', 'mulberry-deep', 'moss', 'woad']) {
        contrast(page, text, ground, 4.5)
      }
      for (const edge of ['edge', 'mulberry']) contrast(page, edge, ground, 3)
    }
    for (const fill of ['mulberry', 'mulberry-deep', 'woad']) contrast(page, 'paper', fill, 4.5)
    contrast(page, 'notice-ink', 'notice', 4.5)
  }
  for (const fill of ['mulberry', 'mulberry-deep']) contrast(main, 'paper', fill, 4.5)
  for (const surface of [foot, footDark]) {
    for (const text of ['paper', 'ink', 'ink-soft']) {
      for (const ground of ['mulberry', 'mulberry-deep']) contrast(surface, text, ground, 4.5)
    }
    for (const edge of ['edge', 'paper']) contrast(surface, edge, 'mulberry', 3)
  }
  for (const page of [
    { ...light, ...moreContrast },
    { ...dark, ...moreContrastDark },
  ]) {
    for (const ground of grounds) {
      contrast(page, 'ink-soft', ground, 7)
      contrast(page, 'line', ground, 3)
    }
  }
  return faint
}
