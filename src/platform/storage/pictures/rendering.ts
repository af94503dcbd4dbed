import { invalidRequest } from '../storage-error.ts'
import { pageQuality, stepFor } from './picture-ladder.ts'

export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'avif'

/** A picture as it is asked for; pixels. `step`: of the ladder, where it is one of the few that pages ask for. */
export type Rendering = {
  step: number | null
  width: number | null
  height: number | null
  resize: 'cover' | 'contain' | 'fill'
  quality: number
  format: ImageFormat
}

/** What is asked for, and what the caller understands: `Accept`. */
export type AskedRendering = Omit<Rendering, 'step' | 'format'> & { format: 'origin' | 'webp' | 'avif' | null }

const widest = 2000
const resizes = ['cover', 'contain', 'fill'] as const

/** What a query asks for. Numbers beyond the limits are brought inside; what is no number is refused. */
export function readRendering(query: URLSearchParams): AskedRendering {
  return {
    width: whole(query, 'width', 1, widest),
    height: whole(query, 'height', 1, widest),
    resize: oneOf(query, 'resize', resizes) ?? 'cover',
    quality: whole(query, 'quality', 20, 100) ?? 80,
    format: oneOf(query, 'format', ['origin', 'webp', 'avif'] as const),
  }
}

/**
 * What is made for it of a picture. Widths go up to the next step of the ladder, the height with them, so that there are
 * few different pictures of one; the two usual qualities are one. Who takes AVIF gets it where it is there already.
 */
export function renderingOf(
  asked: AskedRendering,
  picture: { type: string; width: number; hasAvif: boolean },
  accept: string,
): Rendering {
  const width = asked.width === null ? null : stepFor(asked.width, asked.height === null ? picture.width : widest)
  const scale = width === null || asked.width === null ? 1 : width / asked.width
  const height = asked.height === null ? null : Math.min(widest, Math.round(asked.height * scale))
  const isUsual = width !== null && height === null && asked.resize === 'cover' && [75, 80].includes(asked.quality)
  return {
    step: isUsual ? width : null,
    width,
    height,
    resize: asked.resize,
    quality: isUsual ? pageQuality : asked.quality,
    format: formatOf(asked.format, picture, isUsual, bestOf(accept)),
  }
}

function formatOf(
  asked: AskedRendering['format'],
  { type, hasAvif }: { type: string; hasAvif: boolean },
  isUsual: boolean,
  best: 'avif' | 'webp' | null,
): ImageFormat {
  if (asked === 'webp' || asked === 'avif') return asked
  if (asked === 'origin' || best === null) return type.replace('image/', '') as ImageFormat
  return best === 'avif' && hasAvif && isUsual ? 'avif' : 'webp'
}

/** The better of the two formats that a caller understands: `Accept` names it, with any weight but none. */
export function bestOf(accept: string): 'avif' | 'webp' | null {
  if (accepts(accept, 'image/avif')) return 'avif'
  return accepts(accept, 'image/webp') ? 'webp' : null
}

function accepts(accept: string, type: string): boolean {
  return accept
    .toLowerCase()
    .split(',')
    .some((each) => {
      const [name, ...parameters] = each.split(';').map((part) => part.trim())
      return name === type && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    })
}

function whole(query: URLSearchParams, name: string, least: number, most: number): number | null {
  const text = query.get(name)
  if (text === null || text === '') return null
  if (!/^\d{1,9}$/.test(text)) throw invalidRequest(`querystring/${name} must be integer`)
  return Math.min(most, Math.max(least, Number(text)))
}

function oneOf<const Value extends string>(
  query: URLSearchParams,
  name: string,
  values: readonly Value[],
): Value | null {
  const text = query.get(name)
  if (text === null || text === '') return null
  const value = values.find((each) => each === text)
  if (value === undefined) {
    throw invalidRequest(`querystring/${name} must be equal to one of the allowed values`)
  }
  return value
}
