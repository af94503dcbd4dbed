import { Link } from '#ui/link.tsx'
import type { StoredPicture } from '#ui/picture.tsx'
import { ProductPicture } from '#ui/picture.tsx'
import { homeStory } from './home-story-text.ts'

/** The shop's story: a sentence across the page, then a paragraph with a drop capital. */
export function HomeStory({ picture }: { picture: StoredPicture | null }) {
  return (
    <section
      aria-labelledby="home-story"
      className="page mt-[clamp(5rem,10vw,9.5rem)] grid gap-x-12 gap-y-9 lg:grid-cols-12"
    >
      <h2
        id="home-story"
        className="wrap-any text-[clamp(min(2.75rem,13.75vw),1.6rem+5vw,6.25rem)] leading-[0.98] tracking-[-0.02em] lg:col-span-12"
      >
        Covered doesn’t have <em className="lg:block lg:pl-[1.6em]">to mean hidden</em>
      </h2>
      {picture && (
        <ProductPicture
          picture={picture}
          sizes="(width >= 64rem) 40vw, 100vw"
          className="-ml-(--gutter) aspect-4/3 w-[calc(100%+var(--gutter))]! max-w-none object-cover lg:col-span-5 lg:aspect-3/4"
        />
      )}
      <div className={`lg:self-end ${picture ? 'lg:col-span-6 lg:col-start-7' : 'lg:col-span-8 lg:col-start-4'}`}>
        <div className="max-w-[38em] font-serif text-[clamp(1.1875rem,1.1rem+0.5vw,1.4375rem)] leading-[1.5]">
          <p className="first-letter:float-left first-letter:mt-[0.07em] first-letter:mr-[0.09em] first-letter:text-[4.05em] first-letter:text-mulberry first-letter:leading-[0.74]">
            {homeStory[0]}
          </p>
          <p className="mt-5">{homeStory[1]}</p>
        </div>
        <Link to="/about" prefetch="intent" className="mt-7 inline-flex min-h-11 items-center">
          <span className="link">More about us</span>
        </Link>
      </div>
    </section>
  )
}
