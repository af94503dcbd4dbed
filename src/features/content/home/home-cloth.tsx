import { Link } from '#ui/link.tsx'
import type { StoredPicture } from '#ui/picture.tsx'
import { ProductPicture } from '#ui/picture.tsx'

/**
 * The fabrics, and the colours of the catalogue: each links to its product. Nothing without a photograph of the
 * fabrics.
 */
export function HomeCloth({
  picture,
  colours,
}: {
  picture: StoredPicture | null
  colours: { name: string; slug: string }[]
}) {
  if (!picture || colours.length === 0) return null
  return (
    <section aria-labelledby="home-cloth" className="mt-[clamp(5rem,10vw,9.5rem)] grid items-center lg:grid-cols-12">
      <ProductPicture
        picture={picture}
        sizes="(width >= 64rem) 58vw, 100vw"
        className="aspect-4/3 object-cover lg:col-span-7 lg:aspect-16/11"
      />
      <div className="px-(--gutter) pt-9 lg:col-span-5 lg:py-12 lg:pl-[clamp(2rem,5vw,5.5rem)]">
        <h2 id="home-cloth" className="label text-mulberry">
          On the cutting table
        </h2>
        <ul className="mt-4 flex max-w-[17em] flex-wrap font-serif text-title leading-[1.18]">
          {colours.map(({ name, slug }, index) => (
            <li key={slug} className="wrap-any mr-[0.3em]">
              <Link
                to={`/product/${slug}`}
                prefetch="intent"
                className="inline-block py-0.5 hover:text-mulberry hover:italic"
              >
                {name}
                {index < colours.length - 1 && ','}
              </Link>
            </li>
          ))}
        </ul>
        <p className="mt-6 max-w-[24em] text-ink-soft">
          Every garment page lists its fabric, fibre by fibre, and how to wash it.
        </p>
      </div>
    </section>
  )
}
