import { printedSize } from '#features/catalogue/sizes/size.ts'
import { NotifyForm } from '#features/subscribers/notify-form.tsx'
import { buttonLook } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { Rule } from '#ui/rule.tsx'
import { Verse } from '#ui/verse.tsx'

/** `fits`: the body measurements as text; null for a size that the chart lacks. */
type Size = { size: string; fits: string | null }

/** The end of Home: help with the size, sign-up for the next pre-order, a verse. */
export function HomeClose({ sizes, verse }: { sizes: Size[]; verse: { text: string; reference: string } }) {
  return (
    <div className="page">
      <section
        aria-labelledby="home-sizes"
        className="grid gap-x-12 gap-y-10 py-[clamp(4.5rem,9vw,8.5rem)] lg:grid-cols-12"
      >
        <div className="lg:col-span-5">
          <h2 id="home-sizes" className="text-display leading-[1.04] tracking-[-0.015em]">
            Which size is yours?
          </h2>
          <p className="measure mt-5 text-ink-soft">
            Each of our sizes covers two dress sizes, with room where you need it. Take three measurements and the size
            guide will find yours, and show you why.
          </p>
          <Link to="/size-guide" prefetch="intent" className={buttonLook('line', 'mt-7')}>
            Find your size
          </Link>
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
              {fits && <span className="text-ink-soft text-small tabular-nums">{fits}</span>}
            </li>
          ))}
        </ul>
      </section>
      <Rule className="text-line" />
      <section
        aria-labelledby="home-notify"
        className="grid items-start gap-x-12 gap-y-7 py-[clamp(2.5rem,5vw,4.5rem)] lg:grid-cols-12"
      >
        <h2 id="home-notify" className="text-title leading-tight lg:col-span-5">
          Hear about the next pre-order
        </h2>
        <NotifyForm source="home" className="lg:col-span-6 lg:col-start-7" />
      </section>
      <Rule />
      <Verse {...verse} large className="max-w-[46rem] pt-[clamp(4rem,8vw,7.5rem)] text-mulberry lg:ml-[16.6%]" />
    </div>
  )
}
