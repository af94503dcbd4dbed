import { pageQuality, stepFor, stepsOf } from '#platform/storage/pictures/picture-ladder.ts'

/** A stored photograph: `url` is the whole picture, width and height its pixels, `blur` a tiny data URI. */
export type StoredPicture = { url: string; alt: string; width: number; height: number; blur: string | null }

/** The URL of one width of a stored picture; a picture from another host has only its own URL. */
export function pictureAt(url: string, width: number): string {
  return isStored(url) ? `${renderedUrl(url)}?width=${width}&quality=${pageQuality}` : url
}

function isStored(url: string): boolean {
  return url.includes('/storage/v1/object/public/')
}

function renderedUrl(url: string): string {
  return url.replace('/object/public/', '/render/image/public/')
}

/** Every width of a picture, as a srcset; none for a picture from another host. */
export function pictureSet({ url, width }: Pick<StoredPicture, 'url' | 'width'>): string | undefined {
  if (!isStored(url)) return undefined
  return stepsOf(width)
    .map((step) => `${pictureAt(url, step)} ${Math.min(step, width)}w`)
    .join(', ')
}

/** The characters of the shop's URLs; a URL with others is not put into a header. */
const plainAddress = /^[\w/.%~:?&=+@,-]+$/

/**
 * The value of a `Link` header with which a browser fetches a picture before it has parsed the page: the URL that
 * `ProductPicture` selects at the same `sizes`. Null for a picture from another host.
 */
export function picturePreload(picture: Pick<StoredPicture, 'url' | 'width'>, sizes: string): string | null {
  const set = pictureSet(picture)
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
  priority = false,
  className = '',
}: {
  picture: StoredPicture | null
  sizes: string
  priority?: boolean
  className?: string
}) {
  if (!picture) return <NoPicture className={className} />
  return (
    <img
      src={pictureAt(picture.url, stepFor(usualWidth, picture.width))}
      srcSet={pictureSet(picture)}
      sizes={sizes}
      alt={picture.alt}
      width={picture.width}
      height={picture.height}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : 'auto'}
      decoding={priority ? 'sync' : 'async'}
      // The blur is only in the page's HTML, not in its data.
      suppressHydrationWarning
      style={picture.blur ? { backgroundImage: `url("${picture.blur}")` } : undefined}
      className={`block h-auto w-full bg-center bg-cover bg-paper-deep ${className}`}
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
