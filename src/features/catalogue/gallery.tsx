import { type ComponentType, type MouseEvent, useState } from 'react'
import { ProductPicture, pictureAt } from '#ui/picture.tsx'
import type { GarmentPicture } from './garment-picture.ts'
import { garmentPictureSizes } from './prefetch-picture.ts'

type GalleryProps = { pictures: GarmentPicture[]; modelLine: string | null }
type FullViewProps = GalleryProps & { first: number; onClose: () => void }

/**
 * A garment's pictures: the first large, the others below it in pairs; on a phone a horizontal strip. Each is a link to
 * its large version, and opens over the page if the code loads; a press before that is kept (`data-kept`). `modelLine`: on what the garment is shown.
 */
export function Gallery({ pictures, modelLine }: GalleryProps) {
  const [FullView, setFullView] = useState<ComponentType<FullViewProps> | null>(null)
  const [opened, setOpened] = useState<number | null>(null)
  const many = pictures.length > 1
  if (pictures.length === 0) {
    return (
      <div className="gallery">
        <figure>
          <ProductPicture picture={null} sizes="" />
        </figure>
      </div>
    )
  }

  function open(event: MouseEvent<HTMLAnchorElement>, index: number) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const { href } = event.currentTarget
    setOpened(index)
    loadFullView().then(
      (loaded) => setFullView(() => loaded.FullView),
      () => location.assign(href),
    )
  }

  return (
    <>
      <div
        {...(many ? { role: 'group', 'aria-label': 'Pictures', tabIndex: 0 } : {})}
        className={many ? 'gallery strip' : 'gallery'}
      >
        {pictures.map((picture, index) => (
          <figure key={picture.url} className={isWide(index, pictures.length) ? 'wide' : undefined}>
            <a
              href={pictureAt(picture.url, picture.width)}
              onClick={(event) => open(event, index)}
              onPointerEnter={prepare}
              onFocus={prepare}
              data-kept
            >
              <ProductPicture
                picture={picture}
                priority={index === 0}
                className={index === 0 ? 'garment-picture' : ''}
                sizes={sizesOf(index, pictures.length)}
              />
              <span className="sr-only">Enlarge</span>
            </a>
            {(many || picture.worn) && (
              <figcaption className={picture.worn && 'worn'}>
                {many && (
                  <span aria-hidden="true">
                    {`${index + 1} / ${pictures.length}${picture.view ? ` · ${picture.view}` : ''}`}
                  </span>
                )}
                {picture.worn}
              </figcaption>
            )}
          </figure>
        ))}
      </div>
      {FullView && opened !== null && (
        <FullView pictures={pictures} modelLine={modelLine} first={opened} onClose={() => setOpened(null)} />
      )}
    </>
  )
}

function sizesOf(index: number, count: number): string {
  return index === 0 ? garmentPictureSizes : `(width >= 64rem) ${isWide(index, count) ? 52 : 26}vw, 88vw`
}

// The last picture spans the row if it has no pair.
function isWide(index: number, count: number): boolean {
  return index === 0 || (index === count - 1 && count % 2 === 0)
}

function loadFullView(): Promise<typeof import('./full-view/full-view.tsx')> {
  return import('./full-view/full-view.tsx')
}

// Only a head start: a failure here appears at the click.
function prepare(): void {
  loadFullView().catch(() => undefined)
}
