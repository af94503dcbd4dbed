import { ProductPicture } from '#ui/picture.tsx'
import type { Picture } from './product.ts'

/** A garment's pictures: the first large, the others below it in pairs; on a phone a strip to leaf through. */
export function Gallery({ pictures }: { pictures: Picture[] }) {
  const [first = null, ...others] = pictures
  const many = others.length > 0
  return (
    <div
      {...(many ? { role: 'group', 'aria-label': 'Pictures', tabIndex: 0 } : {})}
      className={`-mx-(--gutter) lg:mx-0 ${many ? 'flex snap-x snap-mandatory overflow-x-auto lg:grid lg:grid-cols-2 lg:gap-3 lg:overflow-visible' : ''}`}
    >
      <div className={`shrink-0 bg-paper-deep ${many ? 'w-[88%] snap-start lg:col-span-2 lg:w-full' : ''}`}>
        <ProductPicture picture={first} priority sizes="(width >= 64rem) 52vw, 100vw" />
      </div>
      {others.map((picture) => (
        <div key={picture.url} className="w-[88%] shrink-0 snap-start bg-paper-deep lg:w-full">
          <ProductPicture picture={picture} sizes="(width >= 64rem) 26vw, 88vw" />
        </div>
      ))}
    </div>
  )
}
