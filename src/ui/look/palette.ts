import { contrastOf } from '../contrast.ts'
import { hexOf, type Oklch, oklchOf } from './oklch.ts'

/** What the owner picks, as `#rrggbb`: the page, its text, and the one accent. Everything else follows. */
export type Colours = { paper: string; ink: string; accent: string }

/** The names of tokens.css, without `--color-`. */
export type Tokens = Record<string, string>

/**
 * Every colour of the shop, by where it holds. `light` is whole; each of the others has what differs from the one it is in.
 * `main`: a page's main action in dark mode. `foot`: surfaces of the accent's colour.
 */
export type Palette = Record<
  'light' | 'dark' | 'main' | 'foot' | 'footDark' | 'moreContrast' | 'moreContrastDark',
  Tokens
>

/** The colours that tokens.css has; `palette.test.ts` compares the two. */
export const firstColours: Colours = { paper: '#f7f2e8', ink: '#2a2320', accent: '#6b2737' }

/** As tokens.css has it. */
const firstPalette: Palette = {
  light: {
    paper: '#f7f2e8',
    'paper-deep': '#efe7d8',
    white: '#fffdf8',
    ink: '#2a2320',
    'ink-soft': '#665950',
    line: '#d9cdba',
    edge: '#8a7d70',
    mulberry: '#6b2737',
    'mulberry-deep': '#521c2a',
    moss: '#3d5a45',
    woad: '#2b4a7a',
    notice: '#2a2320',
    'notice-ink': '#f7f2e8',
    veil: 'rgb(42 35 32 / 0.45)',
  },
  dark: {
    paper: '#1d1815',
    'paper-deep': '#2a2320',
    white: '#322a25',
    ink: '#f1e9dc',
    'ink-soft': '#b9aa9b',
    line: '#4a3f37',
    edge: '#8a7b6e',
    mulberry: '#dea6a9',
    'mulberry-deep': '#ebc2c2',
    moss: '#9fc0a6',
    woad: '#a9c1e6',
    notice: '#40352f',
    'notice-ink': '#f1e9dc',
    veil: 'rgb(8 6 5 / 0.66)',
  },
  main: { paper: '#f7f2e8', mulberry: '#943b51', 'mulberry-deep': '#a4475e' },
  foot: {
    paper: '#f7f2e8',
    ink: '#f7f2e8',
    'ink-soft': '#e6d5cf',
    line: '#95616c',
    edge: '#c39aa2',
    mulberry: '#6b2737',
    'mulberry-deep': '#521c2a',
  },
  footDark: {
    paper: '#f0e7d9',
    ink: '#f0e7d9',
    'ink-soft': '#d3bfb8',
    line: '#6f4450',
    edge: '#a67c86',
    mulberry: '#401d27',
    'mulberry-deep': '#2d131b',
  },
  moreContrast: { 'ink-soft': '#463a33', line: '#85786b', edge: '#2a2320' },
  moreContrastDark: { 'ink-soft': '#ddd1c2', line: '#8f8072', edge: '#f1e9dc' },
}

/** The least contrast of text, and of lines that show where a button or a field is (WCAG 2.2: 1.4.3, 1.4.11). */
const leastContrast = { text: 4.5, edge: 3 } as const

/** The least of what the owner picks for text: quieter text is between it and the paper. */
const leastInk = 7

/** A paper darker than this is no light mode. */
const leastPaper = 0.9

/** A picked colour that does not work, why, and the nearest that does. */
export type ColourProblem = { colour: keyof Colours; message: string; nearest: string }

/** What keeps three colours from being a look; the first alone is said, as the others may follow from it. */
export function findColourProblem({ paper, ink, accent }: Colours): ColourProblem | null {
  if (oklchOf(paper).l < leastPaper - 0.002) {
    const nearest = hexOf({ ...oklchOf(paper), l: leastPaper + 0.005 })
    return { colour: 'paper', message: 'Please choose a lighter background: pages have dark text.', nearest }
  }
  const grounds = lightGrounds(paper)
  if (contrastWith(grounds, ink) < leastInk) {
    const nearest = darkened(oklchOf(ink), grounds, leastInk)
    return {
      colour: 'ink',
      message: 'Please choose a darker text colour, so that small text is easy to read.',
      nearest,
    }
  }
  if (contrastWith(grounds, accent) < leastContrast.text) {
    const nearest = darkened(oklchOf(accent), grounds, leastContrast.text)
    return {
      colour: 'accent',
      message: 'Please choose a darker accent: labels, links and buttons are too faint in this one.',
      nearest,
    }
  }
  return null
}

/** Every colour of a look, in both modes. The three colours are ones that `findColourProblem` accepts. */
export function paletteOf(colours: Colours): Palette {
  const isFirst = (Object.keys(firstColours) as (keyof Colours)[]).every((name) => colours[name] === firstColours[name])
  return isFirst ? firstPalette : derivePalette(colours)
}

/** The steps between colours are those of the first palette. */
export function derivePalette(colours: Colours): Palette {
  const { paper, ink, accent } = colours
  const [page, text, strong] = [oklchOf(paper), oklchOf(ink), oklchOf(accent)]
  const grounds = lightGrounds(paper)
  const [, paperDeep = '', white = ''] = grounds
  const accentDeep = hexOf({ ...strong, l: strong.l - 0.075, c: strong.c * 0.85 })
  const light: Tokens = {
    paper,
    'paper-deep': paperDeep,
    white,
    ink,
    'ink-soft': darkened({ ...text, l: 0.8, c: text.c * 1.4 }, grounds, 5.4),
    line: darkened({ ...page, l: page.l - 0.05, c: Math.min(0.035, page.c * 2.2) }, [paper], 1.4),
    edge: darkened({ ...text, l: 0.9, c: text.c * 1.5 }, grounds, 3.25),
    mulberry: accent,
    'mulberry-deep': accentDeep,
    moss: darkened(oklchOf('#3d5a45'), grounds, 5.5),
    woad: darkened(oklchOf('#2b4a7a'), grounds, 5.5),
    notice: ink,
    'notice-ink': paper,
    veil: `rgb(${partsOf(ink)} / 0.45)`,
  }
  const night = darkColours(colours)
  const foot = footColours({ surface: accent, deep: accentDeep, paper })
  const wine = { ...strong, l: 0.275, c: Math.min(strong.c * 0.55, 0.06) }
  const footDark = footColours({
    surface: hexOf(wine),
    deep: hexOf({ ...wine, l: 0.215 }),
    paper: hexOf({ ...page, l: page.l - 0.03 }),
  })
  return {
    light,
    dark: night,
    main: {
      paper,
      mulberry: darkened({ ...strong, l: 0.62, c: strong.c * 1.2 }, [paper], 6),
      'mulberry-deep': darkened({ ...strong, l: 0.66, c: strong.c * 1.2 }, [paper], 5),
    },
    foot,
    footDark,
    moreContrast: {
      'ink-soft': darkened({ ...text, l: 0.6 }, grounds, 9),
      line: darkened({ ...text, l: 0.8 }, grounds, 3.3),
      edge: ink,
    },
    moreContrastDark: {
      'ink-soft': lightened({ ...text, l: 0.7 }, darkGrounds(night), 9),
      line: lightened({ ...text, l: 0.4 }, darkGrounds(night), 3.3),
      edge: night.ink ?? paper,
    },
  }
}

function lightGrounds(paper: string): string[] {
  const page = oklchOf(paper)
  const deep = hexOf({ ...page, l: page.l - 0.034, c: page.c * 1.5 })
  const white = hexOf({ ...page, l: Math.min(0.995, page.l + 0.033), c: page.c * 0.5 })
  return [paper, deep, white]
}

function darkColours({ paper, ink, accent }: Colours): Tokens {
  const [page, text, strong] = [oklchOf(paper), oklchOf(ink), oklchOf(accent)]
  // Ink without a hue takes the accent's, so that the dark page belongs to the look.
  const shade = { h: text.c < 0.004 ? strong.h : text.h, c: Math.min(0.016, Math.max(0.006, text.c)) }
  const [ground, deep, raised] = [0.215, 0.262, 0.293].map((l) => hexOf({ l, ...shade }))
  const grounds = [ground, deep, raised] as string[]
  const words = hexOf({ ...page, l: Math.min(0.94, page.l - 0.025) })
  // Strong on paper, gentle in the dark: a full accent would glare.
  const gentle = { h: strong.h, c: Math.min(strong.c, 0.09), l: 0.76 }
  const mulberry = lightened(gentle, grounds, 6.5)
  return {
    paper: ground ?? '',
    'paper-deep': deep ?? '',
    white: raised ?? '',
    ink: words,
    'ink-soft': lightened({ h: page.h, c: Math.min(0.03, page.c * 2), l: 0.6 }, grounds, 6.2),
    line: hexOf({ ...shade, l: 0.375 }),
    edge: lightened({ ...shade, c: shade.c * 1.5, l: 0.45 }, grounds, 3.4),
    mulberry,
    'mulberry-deep': hexOf({ ...oklchOf(mulberry), l: Math.min(0.93, oklchOf(mulberry).l + 0.07) }),
    moss: lightened(oklchOf('#9fc0a6'), grounds, 5.5),
    woad: lightened(oklchOf('#a9c1e6'), grounds, 5.5),
    notice: hexOf({ ...shade, l: 0.34 }),
    'notice-ink': words,
    veil: `rgb(${partsOf(hexOf({ ...shade, l: 0.12 }))} / 0.66)`,
  }
}

const darkGrounds = (night: Tokens) => [night.paper, night['paper-deep'], night.white].map((each) => each ?? '')

/** Colours on a surface of the accent: quieter text is never fainter than text may be. */
function footColours({ surface, deep, paper }: { surface: string; deep: string; paper: string }): Tokens {
  const [over, page] = [oklchOf(surface), oklchOf(paper)]
  const grounds = [surface, deep]
  const on = (share: number, least: number) =>
    lightened(
      { h: over.h, c: over.c * (1 - share) + page.c * share, l: over.l * (1 - share) + page.l * share },
      grounds,
      least,
    )
  return {
    paper,
    ink: paper,
    'ink-soft': on(0.82, Math.min(leastContrast.text, contrastWith(grounds, paper))),
    line: on(0.34, 1.5),
    edge: on(0.62, leastContrast.edge),
    mulberry: surface,
    'mulberry-deep': deep,
  }
}

/** The least contrast of a colour with any of these. */
function contrastWith(grounds: readonly string[], colour: string): number {
  return Math.min(...grounds.map((ground) => contrastOf(colour, ground)))
}

/** The colour itself where its contrast is enough, else the next darker one. */
function darkened(colour: Oklch, grounds: readonly string[], least: number): string {
  return towards(0, colour, { grounds, least })
}

function lightened(colour: Oklch, grounds: readonly string[], least: number): string {
  return towards(1, colour, { grounds, least })
}

function towards(end: 0 | 1, colour: Oklch, { grounds, least }: { grounds: readonly string[]; least: number }): string {
  const at = (l: number) => hexOf({ ...colour, l })
  if (contrastWith(grounds, at(colour.l)) >= least) return at(colour.l)
  let [faint, clear] = [colour.l, end as number]
  for (let step = 0; step < 10; step++) {
    const middle = (faint + clear) / 2
    if (contrastWith(grounds, at(middle)) < least) faint = middle
    else clear = middle
  }
  return at(clear)
}

/** '42 35 32' */
export function partsOf(hex: string): string {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(' ')
}
