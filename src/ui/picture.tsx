import type { CSSProperties } from 'react'
import { stepFor, stepsOf, widestOnPages } from '#platform/storage/pictures/picture-ladder.ts'

/**
 * A stored photograph: `url` is the whole picture, width and height its pixels, `blur` the colours of its middle and its
 * corners, '#4c5b50,#ece4d6'.
 */
export type StoredPicture = { url: string; alt: string; width: number; height: number; blur: string | null }

/** The URL of one width of a stored picture; a picture from another host has only its own URL. */
export function pictureAt(url: string, width: number): string {
  return isStored(url) ? `${renderedUrl(url)}?width=${width}` : url
}

/** The URL of the picture from that of one of its widths. */
export function pictureFrom(address: string): string {
  return address.replace(/^(.*\/storage\/v1\/)render\/image(\/public\/[^?]*)\?width=\d+$/, '$1object$2')
}

function isStored(url: string): boolean {
  return url.includes('/storage/v1/object/public/')
}

function renderedUrl(url: string): string {
  return url.replace('/object/public/', '/render/image/public/')
}

/**
 * The least and the largest width of a picture for pages; smaller ones are for the cart and e-mails. `card`: in a grid it
 * is 165 to 440 CSS pixels wide.
 */
const pageWidths = { page: [320, widestOnPages], card: [480, 800] } as const

/** Where a picture is shown: alone in the width of a page, or on a card. */
export type PictureFrame = keyof typeof pageWidths

/** The widths of a picture for pages, as a srcset; none for a picture from another host. */
export function pictureSet(
  { url, width }: Pick<StoredPicture, 'url' | 'width'>,
  frame: PictureFrame = 'page',
): string | undefined {
  if (!isStored(url)) return undefined
  const [least, most] = pageWidths[frame]
  const steps = stepsOf(Math.min(width, most))
  return steps
    .filter((step, index) => step >= least || index === steps.length - 1)
    .map((step) => `${pictureAt(url, step)} ${Math.min(step, width)}w`)
    .join(', ')
}

/** The characters of the shop's URLs; a URL with others is not put into a header. */
const plainAddress = /^[\w/.%~:?&=+@,-]+$/

/**
 * The value of a `Link` header with which a browser fetches a picture before it has parsed the page: the URL that
 * `ProductPicture` selects at the same `sizes`. Null for a picture from another host.
 */
export function picturePreload(
  picture: Pick<StoredPicture, 'url' | 'width'>,
  sizes: string,
  frame?: PictureFrame,
): string | null {
  const set = pictureSet(picture, frame)
  if (!set || !plainAddress.test(picture.url)) return null
  const address = pictureAt(picture.url, stepFor(usualWidth, picture.width))
  return `<${address}>; rel=preload; as=image; fetchpriority=high; imagesrcset="${set}"; imagesizes="${sizes}"`
}

/** For browsers without `srcset`. */
const usualWidth = 800

/**
 * A product's photograph in its own proportions. `sizes` is its displayed width; `priority` is for the page's first
 * picture. Without a picture it shows a blank pattern sheet of the same size, so the layout does not change.
 */
export function ProductPicture({
  picture,
  sizes,
  frame,
  priority = false,
  className = '',
}: {
  picture: StoredPicture | null
  sizes: string
  frame?: PictureFrame
  priority?: boolean
  className?: string
}) {
  if (!picture) return <NoPicture className={className} />
  return (
    <img
      src={pictureAt(picture.url, stepFor(usualWidth, picture.width))}
      srcSet={pictureSet(picture, frame)}
      sizes={sizes}
      alt={picture.alt}
      width={picture.width}
      height={picture.height}
      {...(priority ? { fetchPriority: 'high', decoding: 'sync' } : { loading: 'lazy', decoding: 'async' })}
      // Pictures stored before November 2026 have a tiny image: it is no colour, and would hide the paper too.
      style={picture.blur?.startsWith('#') ? ({ '--blur': picture.blur } as CSSProperties) : undefined}
      className={className ? `picture ${className}` : 'picture'}
    />
  )
}

function NoPicture({ className }: { className: string }) {
  return (
    <div
      role="img"
      aria-label="No picture yet"
      className={`flex aspect-3/4 w-full items-center justify-center bg-paper-deep text-line ${className}`}
    >
      <svg viewBox="0 0 120 160" aria-hidden="true" className="h-[72%] fill-none stroke-[1.5] stroke-current">
        <path
          vectorEffect="non-scaling-stroke"
          strokeDasharray="7 5"
          d="M50 8c4 6 16 6 20 0l12 5 15 66-9 3-15-46-2 25 17 91H32l17-91-2-25-15 46-9-3 15-66z"
        />
        <path vectorEffect="non-scaling-stroke" strokeDasharray="2 4" d="M49 61h22M60 14v46M60 62v88" />
      </svg>
    </div>
  )
}
