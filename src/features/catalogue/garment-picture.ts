import type { StoredPicture } from '#ui/picture.tsx'
import { printedSize, ukSize } from './sizes/size.ts'

/** What a picture shows of a garment, in the order in which the owner chooses. */
export const views = [
  { id: 'front', name: 'Front' },
  { id: 'turned', name: 'Half turned' },
  { id: 'moving', name: 'Moving' },
  { id: 'close', name: 'Close' },
  { id: 'back', name: 'Back' },
] as const

export type View = (typeof views)[number]['id']

/** The woman in a picture: her first name, her height in whole cm, and the size that she wears in it. */
export type Wearer = { name: string; heightCm: number; size: string }

/** `view`: the name of its view; `worn`: who wears the garment, as a sentence. Both as customers read them. */
export type GarmentPicture = StoredPicture & { view?: (typeof views)[number]['name']; worn?: string }

/** 'Ruth is 168 cm and wears UK 12–14.' */
export function wearerLine({ name, heightCm, size }: Wearer): string {
  return `${name} is ${heightCm} cm and wears ${ukSize(size)}.`
}

/**
 * The caption of a picture at full size: its view, or what it shows where the view does not say that, and who wears the
 * garment. `modelLine`: on what the garment is shown elsewhere.
 */
export function captionOf({ view, alt, worn }: GarmentPicture, modelLine: string | null): string {
  const isDescribed = view === 'Close' || view === undefined
  const shownOn = worn ?? (isDescribed ? null : modelLine && printedSize(modelLine))
  return [(isDescribed ? alt : view).replace(/\.$/, ''), shownOn].filter(Boolean).join('. ')
}
