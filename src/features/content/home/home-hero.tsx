import type { Picture } from '#features/catalogue/product.ts'
import { buttonLook } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { ProductPicture } from '#ui/picture.tsx'
import './home-hero.css'

/** How wide the first picture is shown; on a phone it is cropped at its sides, so it is wider than the screen. */
export const heroSizes = '(width >= 64rem) 76vw, (width >= 34rem) 100vw, 34rem'

/**
 * The first thing seen: the collection in its room, and the words on the wall beside it. `isRoom`: the page's own picture,
 * which runs out into the wall; else one garment stands there.
 */
export function HomeHero({ picture, isRoom }: { picture: Picture | null; isRoom: boolean }) {
  return (
    <section className="hero daylight relative bg-paper lg:grid lg:min-h-[clamp(30rem,47vw,calc(100svh-var(--header-height)))] lg:grid-rows-[1fr_auto_auto_1fr]">
      <h1 className="hero-words relative z-10 pt-4 text-[clamp(min(2.75rem,13.75vw),12.6vw,5.5rem)] leading-[0.94] tracking-[-0.024em] sm:pt-8 lg:row-start-2 lg:pt-0 lg:text-[min(6.1vw,7.75rem)]">
        Made for you,
        <br />
        <em className="lg:ml-[0.45em]">worn for years</em>
      </h1>
      {picture && (
        <ProductPicture
          picture={picture}
          priority
          sizes={isRoom ? heroSizes : '(width >= 64rem) 34vw, 26rem'}
          className={`hero-picture bg-none ${isRoom ? 'hero-room' : 'hero-garment'}`}
        />
      )}
      <div className="hero-words relative z-10 pb-10 lg:row-start-3 lg:mt-[2.6vw] lg:pb-0">
        <p className="max-w-[23em] text-balance text-ink-soft leading-[1.35] sm:text-lead lg:max-w-[19em]">
          Modest dresses, skirts and coats in good cloth, and not one of them cut before you ask for it.
        </p>
        <p className="mt-5 flex flex-wrap items-center gap-x-7 gap-y-1 lg:mt-[2.4vw]">
          <Link to="/shop" prefetch="intent" className={buttonLook('solid')}>
            See the collection
          </Link>
          <a href="#made-to-order" className="inline-flex min-h-11 items-center">
            <span className="link">How it is made</span>
          </a>
        </p>
      </div>
    </section>
  )
}
