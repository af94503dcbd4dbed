import { invalidRequest } from '../storage-error.ts'
import { stepUp } from './ladder.ts'

export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'avif'
/** A picture as it is asked for; pixels. `isUsual`: one of the few that pages ask for, which are kept on disk. */
export type Rendering = {
  width: number | null
  height: number | null
  resize: 'cover' | 'contain' | 'fill'
  quality: number
  format: ImageFormat
  isUsual: boolean
}

const widest = 2000
const resizes = ['cover', 'contain', 'fill'] as const

/**
 * What a request asks for. Widths go up to the next step of the ladder, the height with them, so that there are few
 * different pictures of one. Numbers beyond the limits are brought inside; what is no number is refused.
 */
export function readRendering(query: URLSearchParams, { type, accept }: { type: string; accept: string }): Rendering {
  const askedWidth = whole(query, 'width', 1, widest)
  const askedHeight = whole(query, 'height', 1, widest)
  const quality = whole(query, 'quality', 20, 100) ?? 80
  const resize = oneOf(query, 'resize', resizes) ?? 'cover'
  const format = formatOf(oneOf(query, 'format', ['origin', 'webp', 'avif'] as const), { type, accept })

  const width = askedWidth === null ? null : stepUp(askedWidth)
  const scale = width === null || askedWidth === null ? 1 : width / askedWidth
  const height = askedHeight === null ? null : Math.min(widest, Math.round(askedHeight * scale))
  const isUsual = width !== null && height === null && resize === 'cover' && (quality === 75 || quality === 80)
  return { width, height, resize, quality, format, isUsual }
}

/** Whether a caller understands a type: `Accept` names it, with any weight but none. */
function accepts(accept: string, type: string): boolean {
  return accept
    .toLowerCase()
    .split(',')
    .some((each) => {
      const [name, ...parameters] = each.split(';').map((part) => part.trim())
      return name === type && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    })
}

function formatOf(asked: 'origin' | 'webp' | 'avif' | null, { type, accept }: { type: string; accept: string }) {
  if (asked === 'webp' || asked === 'avif') return asked
  if (asked === null && accepts(accept, 'image/avif')) return 'avif'
  if (asked === null && accepts(accept, 'image/webp')) return 'webp'
  return type.replace('image/', '') as ImageFormat
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
