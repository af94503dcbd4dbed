import { useCards } from '#features/catalogue/cards-in-page.ts'
import type { Preorder } from '#features/catalogue/preorders/describe-preorder.ts'
import { PreorderEntry } from '#features/catalogue/preorders/preorder-entry.tsx'
import { ProductCard } from '#features/catalogue/product-card.tsx'
import type { ProductSummary } from '#features/catalogue/product-summary.ts'
import { printedSize } from '#features/catalogue/sizes/size.ts'
import { NotifyForm } from '#features/subscribers/notify-form.tsx'
import type { InHtml } from '#platform/pages/page-context.ts'
import { Link } from '#ui/link.tsx'
import { ProductPicture, type StoredPicture } from '#ui/picture.tsx'
import { Rule } from '#ui/rule.tsx'
import { Verse } from '#ui/verse.tsx'
import { Buttons, type Slots, Still, TextIn } from '../documents/words.tsx'
import type { HomeFacts } from './home-facts.ts'
import { HomeHero } from './home-hero.tsx'
import { HomeSteps } from './home-steps.tsx'
import './home-story.css'

/** `words`: only a navigation has them, the page's HTML shows them already (`Still`). */
type HomeWords = { words: Slots | undefined; buttons: HomeFacts['buttons'] }

/** Home of the opened shop. */
export function HomeView({ home }: { home: InHtml<HomeFacts, 'newest' | 'words'> }) {
  const newest = useCards(home.newest)
  const { words, buttons } = home
  return (
    <>
      <HomeHero {...home.hero} words={words} buttons={buttons} />
      <HomeNewest products={newest} words={words} buttons={buttons} />
      <HomeStory picture={home.story} words={words} buttons={buttons} />
      <HomePreorders preorders={home.preorders} open={home.orderedToday !== null} words={words} />
      <HomeCloth picture={home.cloth} colours={home.colours} words={words} />
      <div className="mt-[clamp(5rem,10vw,9.5rem)]">
        <HomeSteps
          productionDays={home.productionDays}
          orderedToday={home.orderedToday}
          transit={home.transit}
          words={words}
        />
      </div>
      <HomeClose sizes={home.sizes} verse={home.verse} words={words} buttons={buttons} />
    </>
  )
}

/** The newest products: the first large, the others in two staggered columns; nothing if there are none. */
function HomeNewest({ products, words, buttons }: { products: ProductSummary[] } & HomeWords) {
  const [first, ...others] = products
  if (!first) return null
  return (
    <section aria-labelledby="home-newest" className="page mt-[clamp(5rem,10vw,9.5rem)]">
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <Still
          as="h2"
          id="home-newest"
          className="text-display leading-none tracking-[-0.015em]"
          words={words}
          slot="newest"
        />
        <Buttons entries={buttons['newest-link']} />
      </div>
      <div className="mt-8 grid gap-x-[clamp(0.875rem,2.6vw,2.75rem)] gap-y-[clamp(2rem,4vw,3.5rem)] md:mt-12 lg:grid-cols-2">
        <ProductCard
          product={first}
          sizes="(width >= 64rem) 46vw, 92vw"
          large
          className={others.length > 0 ? '' : 'lg:max-w-[34rem]'}
        />
        {others.length > 0 && (
          <ul className="two-up gap-x-[clamp(0.875rem,2.6vw,2.75rem)] gap-y-[clamp(2rem,4vw,3.5rem)]">
            {others.map((product) => (
              <li key={product.id} className="even:mt-[clamp(1.5rem,5vw,4.5rem)] odd:mb-[clamp(1.5rem,5vw,4.5rem)]">
                <ProductCard product={product} sizes="(width >= 64rem) 22vw, 45vw" />
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

/** Pre-orders with places, each with its end; nothing if there are none. `open`: the shop takes orders now. */
function HomePreorders({ preorders, open, words }: { preorders: Preorder[]; open: boolean; words: Slots | undefined }) {
  if (preorders.length === 0) return null
  return (
    <section aria-labelledby="home-preorders" className="page mt-[clamp(5rem,10vw,9.5rem)]">
      <Still
        as="h2"
        id="home-preorders"
        className="text-display leading-none tracking-[-0.015em]"
        words={words}
        slot={open ? 'preorders' : 'preorders-closed'}
      />
      <ul className="mt-8 md:mt-12">
        {preorders.map((preorder, index) => (
          <PreorderEntry key={preorder.id} preorder={preorder} flipped={index % 2 === 1} heading="h3" />
        ))}
      </ul>
      <Rule className="text-mulberry/60" />
    </section>
  )
}

/** `fits`: the body measurements as text. */
type Size = { size: string; fits: string }

/** The end of Home: help with the size, sign-up for the next pre-order, a verse. */
function HomeClose({ sizes, verse, words, buttons }: { sizes: Size[]; verse: HomeFacts['verse'] } & HomeWords) {
  return (
    <div className="page">
      <section
        aria-labelledby="home-sizes"
        className="grid gap-x-12 gap-y-10 py-[clamp(4.5rem,9vw,8.5rem)] lg:grid-cols-12"
      >
        <div className="lg:col-span-5">
          <Still
            as="h2"
            id="home-sizes"
            className="text-display leading-[1.04] tracking-[-0.015em]"
            words={words}
            slot="sizes"
          />
          <Still as="p" className="measure mt-5 text-ink-soft" words={words} slot="sizes-text" />
          <p className="mt-7">
            <Buttons entries={buttons['sizes-button']} />
          </p>
        </div>
        <ul aria-label="Sizes we make" className="lg:col-span-6 lg:col-start-7">
          {sizes.map(({ size, fits }) => (
            <li
              key={size}
              className="flex flex-wrap items-baseline justify-between gap-x-6 border-line border-b py-2 first:border-t"
            >
              <span className="whitespace-nowrap font-serif text-[clamp(1.875rem,1.5rem+1.8vw,3rem)] leading-tight">
                {printedSize(size)}
              </span>
              <span className="text-ink-soft text-small tabular-nums">{fits}</span>
            </li>
          ))}
        </ul>
      </section>
      <Rule className="text-line" />
      <section
        aria-labelledby="home-notify"
        className="grid items-start gap-x-12 gap-y-7 py-[clamp(2.5rem,5vw,4.5rem)] lg:grid-cols-12"
      >
        <Still
          as="h2"
          id="home-notify"
          className="text-title leading-tight lg:col-span-5"
          words={words}
          slot="notify"
        />
        <NotifyForm source="home" className="lg:col-span-6 lg:col-start-7" />
      </section>
      <Rule />
      {verse && (
        <Verse {...verse} large className="max-w-[46rem] pt-[clamp(4rem,8vw,7.5rem)] text-mulberry lg:ml-[16.6%]" />
      )}
    </div>
  )
}

/**
 * The fabrics, and the colours of the catalogue: each links to its product. Nothing without a photograph of the
 * fabrics.
 */
function HomeCloth({
  picture,
  colours,
  words,
}: {
  picture: StoredPicture | null
  colours: { name: string; slug: string }[]
  words: Slots | undefined
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
        <Still as="h2" id="home-cloth" className="label text-mulberry" words={words} slot="cloth" />
        <ul className="mt-4 flex max-w-[17em] flex-wrap font-serif text-title leading-[1.18]">
          {colours.map(({ name, slug }, index) => (
            <li key={slug} className="wrap-any mr-[0.3em]">
              <Link
                to={`/product/${slug}`}
                prefetch="intent"
                className="inline-block py-1.5 hover:text-mulberry hover:italic lg:py-0.5"
              >
                {name}
                {index < colours.length - 1 && ','}
              </Link>
            </li>
          ))}
        </ul>
        <Still as="p" className="mt-6 max-w-[24em] text-ink-soft" words={words} slot="cloth-text" />
      </div>
    </section>
  )
}

/** The shop's story: a sentence across the page, then a paragraph with a drop capital. */
function HomeStory({ picture, words, buttons }: { picture: StoredPicture | null } & HomeWords) {
  return (
    <section
      aria-labelledby="home-story"
      className="page mt-[clamp(5rem,10vw,9.5rem)] grid gap-x-12 gap-y-9 lg:grid-cols-12"
    >
      <Still
        as="h2"
        id="home-story"
        className="wrap-any text-[clamp(min(2.75rem,13.75vw),1.6rem+5vw,6.25rem)] leading-[0.98] tracking-[-0.02em] lg:col-span-12 lg:[&_em]:block lg:[&_em]:pl-[1.6em]"
        words={words}
        slot="story"
      />
      {picture && (
        <ProductPicture
          picture={picture}
          // On a desktop it is cropped to its height.
          sizes="(width >= 64rem) 74vw, 100vw"
          className="-ml-(--bleed) aspect-4/3 w-[calc(100%+var(--bleed))]! max-w-none object-cover lg:col-span-5 lg:aspect-3/4"
        />
      )}
      <div className={`lg:self-end ${picture ? 'lg:col-span-6 lg:col-start-7' : 'lg:col-span-8 lg:col-start-4'}`}>
        <Still
          words={words}
          as="div"
          className="home-story max-w-[38em] font-serif text-[clamp(1.1875rem,1.1rem+0.5vw,1.4375rem)] leading-[1.5]"
        >
          {words && <TextIn words={words} slot="story-text" />}
        </Still>
        <p className="mt-7">
          <Buttons entries={buttons['story-link']} />
        </p>
      </div>
    </section>
  )
}
