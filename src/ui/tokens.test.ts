import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contrastOf } from './contrast.ts'

const sheet = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const byNight = /@media screen and \(prefers-color-scheme: dark\) \{\s*/

type Colours = Record<string, string>

const day = coloursIn(blockAfter(sheet, /@theme static \{/))
const themes: Record<string, Colours> = {
  'by day': day,
  'by night': { ...day, ...coloursIn(blockAfter(sheet, new RegExp(`${byNight.source}:root \\{`))) },
  'of a main action by night': { ...day, ...coloursIn(blockAfter(sheet, /\n {2}\.main-action,[^{]*\{/)) },
  'in the footer by day': { ...day, ...coloursIn(blockAfter(sheet, /\n\.foot \{/)) },
  'in the footer by night': { ...day, ...coloursIn(blockAfter(sheet, new RegExp(`${byNight.source}\\.foot \\{`))) },
}

const grounds = ['paper', 'paper-deep', 'white']
const texts = ['ink', 'ink-soft', 'mulberry', 'mulberry-deep', 'moss', 'woad']
const onPages = ['by day', 'by night']
const inFooters = ['in the footer by day', 'in the footer by night']

test('text on every background of a page has a contrast of at least 4.5, in light and dark mode', () => {
  for (const theme of onPages) {
    for (const ground of grounds) {
      for (const text of texts) expectContrast(theme, text, ground, 4.5)
    }
    // Filled elements: buttons, badges, the count on the cart icon.
    for (const fill of ['mulberry', 'mulberry-deep', 'woad']) expectContrast(theme, 'paper', fill, 4.5)
    expectContrast(theme, 'notice-ink', 'notice', 4.5)
  }
  for (const fill of ['mulberry', 'mulberry-deep']) expectContrast('of a main action by night', 'paper', fill, 4.5)
})

test('text on the banner and the footer has a contrast of at least 4.5', () => {
  for (const theme of inFooters) {
    for (const text of ['paper', 'ink', 'ink-soft']) {
      for (const ground of ['mulberry', 'mulberry-deep']) expectContrast(theme, text, ground, 4.5)
    }
  }
})

test('borders of buttons and fields, and the focus ring, have a contrast of at least 3', () => {
  for (const theme of onPages) {
    for (const ground of grounds) {
      for (const line of ['edge', 'mulberry']) expectContrast(theme, line, ground, 3)
    }
  }
  for (const theme of inFooters) {
    for (const line of ['edge', 'paper']) expectContrast(theme, line, 'mulberry', 3)
  }
})

test('prefers-contrast: more gives a higher contrast', () => {
  for (const [theme, colours] of Object.entries(moreContrast())) {
    for (const ground of grounds) {
      expect(contrastOf(colours['ink-soft'] ?? '', colours[ground] ?? ''), `${theme} ${ground}`).toBeGreaterThan(7)
      expect(contrastOf(colours.line ?? '', colours[ground] ?? ''), `${theme} ${ground}`).toBeGreaterThan(3)
    }
  }
})

test('elements that stay light have the colours of light mode', () => {
  const daylight = coloursIn(blockAfter(sheet, /\n\.daylight \{/))
  expect(Object.keys(daylight).length).toBeGreaterThan(8)
  expect(day).toMatchObject(daylight)
})

function moreContrast(): Record<string, Colours> {
  const moreContrast = /@media screen and \(prefers-contrast: more\) \{\s*:root \{/
  const night = /@media screen and \(prefers-contrast: more\) and \(prefers-color-scheme: dark\) \{\s*:root \{/
  return {
    'by day': { ...day, ...coloursIn(blockAfter(sheet, moreContrast)) },
    'by night': { ...themes['by night'], ...coloursIn(blockAfter(sheet, night)) },
  }
}

function expectContrast(theme: string, front: string, ground: string, least: number): void {
  const colours = themes[theme] ?? {}
  const contrast = contrastOf(colours[front] ?? '', colours[ground] ?? '')
  expect(contrast, `${front} on ${ground} ${theme}`).toBeGreaterThanOrEqual(least)
}

function blockAfter(css: string, head: RegExp): string {
  const found = head.exec(css)
  if (!found) throw new Error(`tokens.css has no ${head.source}`)
  const start = found.index + found[0].length
  return css.slice(start, css.indexOf('}', start))
}

function coloursIn(block: string): Colours {
  return Object.fromEntries(
    [...block.matchAll(/--color-([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', hex = '']) => [name, hex]),
  )
}
