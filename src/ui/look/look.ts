import { type Colours, firstColours, type Palette, paletteOf } from './palette.ts'

export const typefacesNames = ['ibarra', 'newsreader'] as const
export type TypefacesName = (typeof typefacesNames)[number]

/** A stored picture of the shop's name, drawn in the colour of the text around it. */
export type WordmarkPicture = { url: string; width: number; height: number }

/** How the shop looks: what the owner picks. `wordmark`: null for the name in letters. */
export type Look = Colours & {
  typefaces: TypefacesName
  corners: 'square' | 'soft'
  wordmark: WordmarkPicture | null
}

/** The look of a fresh shop: that of tokens.css, so its pages carry nothing of it. */
export const firstLook: Look = {
  paper: firstColours.paper,
  ink: firstColours.ink,
  accent: firstColours.accent,
  typefaces: 'ibarra',
  corners: 'square',
  wordmark: null,
}

let current = firstLook
let palette: Palette | undefined

/** The look of this moment. It changes while the program runs, so a module reads it inside its functions. */
export function currentLook(): Look {
  return current
}

/** Every colour of the current look. */
export function currentPalette(): Palette {
  palette ??= paletteOf(current)
  return palette
}

export function changeLook(look: Look): void {
  if (isSameLook(look, current)) return
  current = look
  palette = undefined
}

export function isSameLook(one: Look, other: Look): boolean {
  return (Object.keys(firstLook) as (keyof Look)[]).every(
    (part) => JSON.stringify(one[part]) === JSON.stringify(other[part]),
  )
}
