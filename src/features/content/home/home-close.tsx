import { NotifyForm } from '#features/campaign/notify-form.tsx'
import { buttonLook } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { Rule } from '#ui/rule.tsx'
import { Verse } from '#ui/verse.tsx'

/** The last page of Home: help with the size, word of the next pre-order, then a verse with the room to itself. */
export function HomeClose({ sizes, verse }: { sizes: string[]; verse: { text: string; reference: string } }) {
  return (
    <div className="page">
      <section
        aria-labelledby="home-sizes"
        className="grid items-end gap-x-12 gap-y-8 py-[clamp(4.5rem,9vw,8.5rem)] lg:grid-cols-12"
      >
        <div className="lg:col-span-5">
          <h2 id="home-sizes" className="text-display leading-[1.04] tracking-[-0.015em]">
            Which size is yours?
          </h2>
          <p className="measure mt-5 text-ink-soft">
            Each size covers two, so there is room where a body needs it. A tape, two minutes and three numbers are
            enough, and if you fall between two ranges, we have written down which to take.
          </p>
          <Link to="/size-guide" prefetch="intent" className={buttonLook('line', 'mt-7')}>
            Find your size
          </Link>
        </div>
        <ul
          aria-label="Sizes we make"
          className="grid grid-cols-3 gap-x-[clamp(1.5rem,4vw,3.5rem)] sm:flex sm:flex-wrap gap-y-1 font-serif text-[clamp(1.75rem,4.4vw,3.75rem)] leading-tight text-ink lg:col-span-6 lg:col-start-7"
        >
          {sizes.map((size) => (
            <li key={size} className="whitespace-nowrap">
              {size.replace('-', '–')}
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
          Word of the next pre-order
        </h2>
        <NotifyForm source="home" className="lg:col-span-6 lg:col-start-7" />
      </section>
      <Rule />
      <Verse {...verse} large className="max-w-[46rem] pt-[clamp(4rem,8vw,7.5rem)] text-mulberry lg:ml-[16.6%]" />
    </div>
  )
}
