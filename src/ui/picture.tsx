const ladder = [160, 320, 480, 640, 800, 1200, 1600]

/** A photograph as stored: `url` is the original, width and height are its pixels, `blur` a tiny data URI. */
export type StoredPicture = { url: string; alt: string; width: number; height: number; blur: string | null }

/** The address of one width of a stored picture; pictures kept elsewhere have only their own address. */
export function pictureAt(url: string, width: number): string {
  if (!url.includes('/storage/v1/object/public/')) return url
  return `${url.replace('/object/public/', '/render/image/public/')}?width=${width}&quality=75`
}

/** Every width of the ladder that the original can fill, as a srcset; none for a picture kept elsewhere. */
export function pictureSet({ url, width }: Pick<StoredPicture, 'url' | 'width'>): string | undefined {
  if (!url.includes('/storage/v1/object/public/')) return undefined
  const widths = ladder.filter((step) => step <= width)
  return (widths.length > 0 ? widths : [width]).map((step) => `${pictureAt(url, step)} ${step}w`).join(', ')
}

/**
 * A garment's photograph in its own proportions. `sizes` says how wide it is shown; `priority` is for the one picture
 * that is seen first. Without a picture there is a blank pattern sheet in the same place, so no layout changes.
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
      src={pictureAt(picture.url, Math.min(800, picture.width))}
      srcSet={pictureSet(picture)}
      sizes={sizes}
      alt={picture.alt}
      width={picture.width}
      height={picture.height}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : 'auto'}
      decoding={priority ? 'sync' : 'async'}
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
      <svg viewBox="0 0 120 160" aria-hidden="true" className="h-3/5 fill-none stroke-current stroke-[1.2]">
        <path
          strokeDasharray="5 3.5"
          d="M46 22c6 7 22 7 28 0l15 6 16 46-13 5-9-24-3 20 18 68H22l18-68-3-20-9 24-13-5 16-46z"
        />
        <path d="M60 40v98" strokeDasharray="2 3" />
      </svg>
    </div>
  )
}
