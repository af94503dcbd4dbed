import type { Picture } from '#features/catalogue/product.ts'
import { Link } from '#ui/link.tsx'
import { ProductPicture } from '#ui/picture.tsx'

/** Why the shop is there, with its first letter set as a rubric. */
export function HomeStory({ picture }: { picture: Picture | null }) {
  return (
    <section
      aria-labelledby="home-story"
      className="page mt-[clamp(5rem,10vw,9.5rem)] grid items-end gap-y-10 lg:grid-cols-12"
    >
      {picture && (
        <div className="w-3/5 sm:w-2/5 lg:col-span-3 lg:w-full">
          <ProductPicture picture={picture} sizes="(width >= 64rem) 24vw, 60vw" className="aspect-3/4 object-cover" />
        </div>
      )}
      <div className={picture ? 'lg:col-span-7 lg:col-start-5' : 'lg:col-span-9'}>
        <h2 id="home-story" className="text-display leading-[1.04] tracking-[-0.015em]">
          Covered was never meant to mean hidden
        </h2>
        <div className="mt-7 max-w-[38em] font-serif text-[clamp(1.1875rem,1.1rem+0.5vw,1.4375rem)] leading-[1.5]">
          <p className="first-letter:float-left first-letter:mt-[0.07em] first-letter:mr-[0.09em] first-letter:text-[4.05em] first-letter:text-mulberry first-letter:leading-[0.74]">
            We began with a plain wish: a dress to wear to church and to work and to the school gate, that needs no
            slip, no pin and no second thought. Sleeves that reach the wrist. A neckline that stays where it is when you
            bend. A hem that clears the puddle and still covers the ankle.
          </p>
          <p className="mt-5">
            So we draw for bodies that move, cut each piece when it is ordered, and put the money into cloth. Modesty is
            our starting point. Beauty is the work.
          </p>
        </div>
        <Link to="/about" prefetch="intent" className="mt-7 inline-flex min-h-11 items-center">
          <span className="link">More about us</span>
        </Link>
      </div>
    </section>
  )
}
