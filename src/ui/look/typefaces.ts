import sansUrl from '../fonts/alegreya-sans-400.woff2?url'
import labelUrl from '../fonts/alegreya-sans-500.woff2?url'
import figtreeUrl from '../fonts/figtree-400.woff2?url'
import figtreeExtUrl from '../fonts/figtree-400-ext.woff2?url'
import figtreeLabelUrl from '../fonts/figtree-500.woff2?url'
import figtreeLabelExtUrl from '../fonts/figtree-500-ext.woff2?url'
import serifUrl from '../fonts/ibarra-400.woff2?url'
import newsreaderUrl from '../fonts/newsreader-400.woff2?url'
import newsreaderExtUrl from '../fonts/newsreader-400-ext.woff2?url'
import newsreaderItalicUrl from '../fonts/newsreader-400-italic.woff2?url'
import newsreaderItalicExtUrl from '../fonts/newsreader-400-italic-ext.woff2?url'
import type { TypefacesName } from './look.ts'

/** A serif and a sans. */
export type Typefaces = {
  /** For the owner. */
  title: string
  /** Values of `--font-serif` and `--font-sans`. */
  serif: string
  sans: string
  /** `@font-face` rules, and what else its letters need; of the first pair the website has its own in fonts.css. */
  faces: () => string
  /** What every page needs at once. */
  preload: string[]
  /** Fonts of most machines, for e-mails: many mail programs load none. */
  mail: { serif: string; sans: string }
}

type Face = { family: string; style?: 'italic'; weight: string; url: string; range?: string; adjust?: string }

const otherLetters =
  'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1EFF,U+20A0-20AB,U+20AD-20C0'
const commonLetters =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215'

/** As high as Ibarra and Alegreya, so that lines have the same height. */
const newsreader = 'ascent-override:95%;descent-override:30%;line-gap-override:0%'
const figtree = 'size-adjust:90%;ascent-override:100%;descent-override:33.33%;line-gap-override:0%'

const fallbackFaces =
  `@font-face{font-family:"Figtree Fallback";src:local("Arial"),local("ArialMT"),local("Liberation Sans");size-adjust:91.29%;ascent-override:98.59%;descent-override:32.86%;line-gap-override:0%}` +
  `@font-face{font-family:"Figtree Fallback Linux";src:local("DejaVu Sans"),local("DejaVuSans");size-adjust:78.9%;ascent-override:114.07%;descent-override:38.02%;line-gap-override:0%}`

/** The pairs to choose from, the shop's first. Adding one: `scripts/subset-fonts.ts` makes its files. */
export const typefaces: Record<TypefacesName, Typefaces> = {
  ibarra: {
    title: 'Ibarra Real Nova and Alegreya Sans',
    serif: '"Ibarra Real Nova", "Ibarra Fallback", "Ibarra Fallback Linux", Georgia, "Times New Roman", serif',
    sans: '"Alegreya Sans", "Alegreya Fallback", "Alegreya Fallback Linux", "Gill Sans", "Segoe UI", sans-serif',
    faces: () =>
      [
        face({ family: 'Ibarra Real Nova', weight: '400 500', url: serifUrl }),
        face({ family: 'Alegreya Sans', weight: '400', url: sansUrl }),
        face({ family: 'Alegreya Sans', weight: '500 700', url: labelUrl }),
      ].join(''),
    preload: [serifUrl, sansUrl, labelUrl],
    mail: {
      serif: "'Hoefler Text', Garamond, Georgia, 'Times New Roman', serif",
      sans: "'Gill Sans', 'Gill Sans MT', Optima, 'Segoe UI', sans-serif",
    },
  },
  newsreader: {
    title: 'Newsreader and Figtree',
    serif: '"Newsreader", "Ibarra Fallback", "Ibarra Fallback Linux", Georgia, "Times New Roman", serif',
    sans: '"Figtree", "Figtree Fallback", "Figtree Fallback Linux", "Helvetica Neue", Arial, sans-serif',
    faces: () =>
      [
        ...inTwo({ family: 'Newsreader', weight: '400', adjust: newsreader }, newsreaderUrl, newsreaderExtUrl),
        ...inTwo(
          { family: 'Newsreader', style: 'italic', weight: '400', adjust: newsreader },
          newsreaderItalicUrl,
          newsreaderItalicExtUrl,
        ),
        ...inTwo({ family: 'Figtree', weight: '400', adjust: figtree }, figtreeUrl, figtreeExtUrl),
        ...inTwo({ family: 'Figtree', weight: '500 700', adjust: figtree }, figtreeLabelUrl, figtreeLabelExtUrl),
        fallbackFaces,
        // With digits of one width, five sizes need two lines on a phone.
        '.sizes label>:first-child{font-variant-numeric:normal}',
      ].join(''),
    preload: [newsreaderUrl, figtreeUrl, figtreeLabelUrl],
    mail: {
      serif: "Charter, 'Bitstream Charter', Cambria, Georgia, serif",
      sans: "'Avenir Next', Avenir, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif",
    },
  },
}

function inTwo(each: Omit<Face, 'url' | 'range'>, common: string, other: string): string[] {
  return [face({ ...each, url: other, range: otherLetters }), face({ ...each, url: common, range: commonLetters })]
}

function face({ family, style, weight, url, range, adjust }: Face): string {
  const rules = [
    `font-family:"${family}"`,
    ...(style ? [`font-style:${style}`] : []),
    `font-weight:${weight}`,
    'font-display:swap',
    `src:url("${url}") format("woff2")`,
    ...(range ? [`unicode-range:${range}`] : []),
    ...(adjust ? [adjust] : []),
  ]
  return `@font-face{${rules.join(';')}}`
}
