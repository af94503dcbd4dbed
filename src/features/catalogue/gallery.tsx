import { type ComponentType, type MouseEvent, useState } from 'react'
import { ProductPicture, pictureAt } from '#ui/picture.tsx'
import type { GarmentPicture } from './garment-picture.ts'
import { garmentPictureSizes } from './prefetch-picture.ts'

type GalleryProps = { pictures: GarmentPicture[]; modelLine: string | null }
type FullViewProps = GalleryProps & { first: number; onClose: () => void }

/**
 * A garment's pictures: the first large, the others below it in pairs; on a phone a horizontal strip. Each is a link to
 * its large version, and opens over the page if the code loads. `modelLine`: on what the garment is shown.
 */
export function Gallery({ pictures, modelLine }: GalleryProps) {
  const [FullView, setFullView] = useState<ComponentType<FullViewProps> | null>(null)
  const [opened, setOpened] = useState<number | null>(null)
  const many = pictures.length > 1
  if (pictures.length === 0) {
    return (
      <div className={lone}>
        <ProductPicture picture={null} sizes="" />
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
      {/* `relative`: otherwise the visually hidden texts in a strip make the page as wide as the strip. */}
      <div
        {...(many ? { role: 'group', 'aria-label': 'Pictures', tabIndex: 0 } : {})}
        className={`relative -mx-(--gutter) lg:mx-0 ${many ? 'flex snap-x snap-mandatory items-start overflow-x-auto lg:grid lg:grid-cols-2 lg:gap-3 lg:overflow-visible' : ''}`}
      >
        {pictures.map((picture, index) => (
          <figure key={picture.url} className={many ? lookOf(index, pictures.length) : lone}>
            <a
              href={pictureAt(picture.url, picture.width)}
              onClick={(event) => open(event, index)}
              onPointerEnter={prepare}
              onFocus={prepare}
              className="block cursor-zoom-in bg-paper-deep"
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
              <figcaption
                className={`flex flex-wrap items-center gap-x-2 px-(--gutter) pt-1 text-ink-soft text-small leading-snug ${picture.worn ? 'lg:px-0' : 'lg:hidden'} ${sideOf(index, pictures.length)}`}
              >
                {many && (
                  <span aria-hidden="true" className="tabular-nums lg:hidden">
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

// On a phone the whole garment shows above its name, its price and the bar at the bottom of the first screen.
const besideName = 'w-[max(55%,min(88%,(100svh-23.25rem)*0.75))] md:w-[max(50%,min(88%,(100svh-32rem)*0.75))]'
const lone = `${besideName} mx-auto lg:w-full`

function lookOf(index: number, count: number): string {
  return `${besideName} shrink-0 snap-start lg:w-full ${isWide(index, count) ? 'lg:col-span-2' : ''}`
}

function sizesOf(index: number, count: number): string {
  return index === 0 ? garmentPictureSizes : `(width >= 64rem) ${isWide(index, count) ? 52 : 26}vw, 88vw`
}

// The last picture spans the row if it has no pair.
function isWide(index: number, count: number): boolean {
  return index === 0 || (index === count - 1 && count % 2 === 0)
}

// Puts a caption where it cannot be half visible when the next picture shows at the side.
function sideOf(index: number, count: number): string {
  if (index === 0) return ''
  return index === count - 1 ? 'justify-end' : 'justify-center'
}

function loadFullView(): Promise<typeof import('./full-view/full-view.tsx')> {
  return import('./full-view/full-view.tsx')
}

// Only a head start: a failure here appears at the click.
function prepare(): void {
  loadFullView().catch(() => undefined)
}
