import { invalidRequest } from '../storage-error.ts'
import { pageQuality, stepFor, widestOnPages } from './picture-ladder.ts'

export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'avif'

/**
 * A requested rendering, in pixels. `step`: its width, when it is one of those of pages; 'card' for `cardRendering`;
 * null for one that is not stored. `position`: the part that a crop keeps, the middle without it.
 */
export type Rendering = {
  step: number | 'card' | null
  width: number | null
  height: number | null
  resize: 'cover' | 'contain' | 'fill'
  quality: number
  format: ImageFormat
  position?: 'top'
}

/** The query's rendering, and the formats of `Accept`. */
export type RenderingRequest = Omit<Rendering, 'step' | 'format' | 'position'> & {
  format: 'origin' | 'webp' | 'avif' | null
}

/** Of a width alone: the full view shows every pixel that is stored. */
const widest = 3000
/** Of both sides of a crop, and of a height alone. */
const longest = 2000
const resizes = ['cover', 'contain', 'fill'] as const

/** Parses the query. Numbers beyond the limits are clamped; other values are refused. */
export function readRendering(query: URLSearchParams): RenderingRequest {
  const height = whole(query, 'height', 1, longest)
  return {
    width: whole(query, 'width', 1, height === null ? widest : longest),
    height,
    resize: oneOf(query, 'resize', resizes) ?? 'cover',
    quality: whole(query, 'quality', 20, 100) ?? 80,
    format: oneOf(query, 'format', ['origin', 'webp', 'avif'] as const),
  }
}

/**
 * The rendering to serve. Widths are rounded up to the next step, and heights with them, so that an image has few
 * renditions; the two usual qualities are one. AVIF is chosen where the client accepts it and it exists.
 */
export function renderingOf(
  requested: RenderingRequest,
  picture: { type: string; width: number; hasAvif: boolean },
  accept: string,
): Rendering {
  const width =
    requested.width === null
      ? null
      : stepFor(requested.width, requested.height === null ? picture.width : widestOnPages)
  const scale = width === null || requested.width === null ? 1 : width / requested.width
  const height = requested.height === null ? null : Math.min(longest, Math.round(requested.height * scale))
  const isUsual =
    width !== null && height === null && requested.resize === 'cover' && [75, 80].includes(requested.quality)
  return {
    step: isUsual ? width : null,
    width,
    height,
    resize: requested.resize,
    quality: isUsual ? pageQuality : requested.quality,
    format: formatOf(requested.format, picture, isUsual && width <= widestOnPages, bestOf(accept)),
  }
}

/**
 * The crop that other sites show beside a link: 1.91 to 1, at the largest width that any of them uses. An upright
 * picture keeps its upper part.
 */
export function cardRendering({ width, height }: { width: number; height: number }): Rendering {
  const crop = { step: 'card', width: 1200, height: 630, resize: 'cover', quality: 80, format: 'jpeg' } as const
  return height > width ? { ...crop, position: 'top' } : crop
}

function formatOf(
  requested: RenderingRequest['format'],
  { type, hasAvif }: { type: string; hasAvif: boolean },
  isOnPages: boolean,
  best: 'avif' | 'webp' | null,
): ImageFormat {
  if (requested === 'webp' || requested === 'avif') return requested
  if (requested === 'origin' || best === null) return type.replace('image/', '') as ImageFormat
  return best === 'avif' && hasAvif && isOnPages ? 'avif' : 'webp'
}

/** The better of the two formats that `Accept` names with a weight above zero. */
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
