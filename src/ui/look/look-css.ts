import { pictureAt } from '../picture.tsx'
import { currentLook, firstLook, type Look, type WordmarkPicture } from './look.ts'
import { type Palette, paletteOf, partsOf, type Tokens } from './palette.ts'
import { typefaces } from './typefaces.ts'

/**
 * A look as a style sheet that comes after the shop's own: what differs from tokens.css, so nothing for the first look.
 */
export function lookCss(look: Look): string {
  const known = made.get(look) ?? writeLookCss(look)
  made.set(look, known)
  return known
}

/** Every page has it, and it is the same until another look is published. */
const made = /* @__PURE__ */ new WeakMap<Look, string>()

function writeLookCss(look: Look): string {
  const { serif, sans, faces } = typefaces[look.typefaces]
  const palette = paletteOf(look)
  return [
    palette === paletteOf(firstLook) ? '' : colourCss(palette),
    look.typefaces === firstLook.typefaces ? '' : `${faces()}:root{--font-serif:${serif};--font-sans:${sans}}`,
    look.corners === 'soft' ? softCorners : '',
    look.wordmark ? wordmarkCss(look.wordmark) : '',
  ].join('')
}

/** The current look for pages that load no other style sheet: the same names, and its fonts. */
export function plainPageCss(): string {
  const look = currentLook()
  const { serif, sans, faces } = typefaces[look.typefaces]
  return [
    `${faces()}:root{color-scheme:light dark;--font-serif:${serif};--font-sans:${sans};--lamp:1}`,
    colourCss(paletteOf(look)),
    `${dark}{:root{--lamp:.88}}`,
    look.corners === 'soft' ? `:is(button,input:not([type=radio]),select)${soft}` : '',
  ].join('')
}

const dark = '@media screen and (prefers-color-scheme:dark)'
const more = '@media screen and (prefers-contrast:more)'

/**
 * The colours by the rules of tokens.css. On screens only: print has its own. The selectors are stronger than those, since a
 * page's late parts may load the base styles a second time, after these.
 */
function colourCss({ light, dark: night, main, foot, footDark, moreContrast, moreContrastDark }: Palette): string {
  const shadow = (name: string, shape: string, colour: string) => `--shadow-${name}:${shape} rgb(${colour});`
  const ink = partsOf(light.ink ?? '')
  return [
    `@media screen{:root:root,:root .daylight{${colours(light)}}`,
    `:root:root{${shadow('lift', '0 18px 40px -18px', `${ink}/.55`)}${shadow('dialog', '0 0 60px -10px', `${ink}/.45`)}}}`,
    `${dark}{:root:root{${colours(night)}`,
    `${shadow('lift', '0 18px 44px -14px', '0 0 0/.8')}${shadow('dialog', '0 0 70px -6px', '0 0 0/.85')}}`,
    `:root .main-action,:root .sizes span:has(:checked){${colours(main)}}}`,
    `${more}{:root:root{${colours(moreContrast)}}}`,
    `${more} and (prefers-color-scheme:dark){:root:root{${colours(moreContrastDark)}}}`,
    `@media screen{:root .foot{${colours(foot)}}}${dark}{:root .foot{${colours(footDark)}}}`,
    `@media screen{:root .daylight{${colours(light)}}}`,
  ].join('')
}

function colours(tokens: Tokens): string {
  return Object.entries(tokens)
    .map(([name, value]) => `--color-${name}:${value};`)
    .join('')
}

const soft = '{border-radius:.5rem}'

/** What has edges: buttons, boxes, pictures that are no wider than the page's column. */
const softCorners = [
  '.main-action,.label:is(.min-h-11,.min-h-12),::file-selector-button,.border.border-edge,.sizes label>:first-child,.card-frame',
  soft,
  `@media(width>=64rem){.gallery a,.gallery .picture${soft}}`,
].join('')

/**
 * The name as a picture: its shape in the colour of the text, so that it belongs to light, dark and the footer. The text
 * stays for screen readers; print and forced colours show it, since both leave backgrounds out.
 */
function wordmarkCss({ url, width, height }: WordmarkPicture): string {
  const ratio = Math.round((100 * width) / height) / 100
  const rules = [
    'display:block',
    `aspect-ratio:${ratio}`,
    // As high as letters are; a long one becomes lower, so that it leaves the bar's links their room.
    `width:${Math.min(9.5, Math.round(145 * ratio) / 100)}em`,
    'max-width:100%',
    'overflow:hidden',
    'white-space:nowrap',
    'text-indent:200%',
    'background:currentColor',
    `mask:url("${pictureAt(url, 800)}") center/contain no-repeat`,
  ]
  return `@media screen and (forced-colors:none){.wordmark{${rules.join(';')}}}`
}
