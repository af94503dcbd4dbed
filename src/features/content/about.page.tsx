import { workingDays } from '#features/settings/production-words.ts'
import { useShopTerms } from '#features/settings/use-shop-terms.ts'
import { shop } from '#shop'
import { buttonLook } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { Rule } from '#ui/rule.tsx'
import { Verse } from '#ui/verse.tsx'
import type { Route } from './+types/about.page.ts'
import { pageMeta, siteUrlOf } from './page-meta.ts'
import { Prose } from './prose.tsx'

const answerDays = shop.policies.responseDays.replace('-', '–')

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'About',
    description: `Who sews at ${shop.name}, what modest means here in centimetres, and what you can hold us to.`,
    path: '/about',
    siteUrl: siteUrlOf(matches),
  })

const modest = [
  ['Sleeves', 'To the wrist or below the elbow, and cut wide enough to stay there when you reach up.'],
  ['Necklines', 'At the collar bone or above it, and they keep their place when you bend.'],
  ['Hems', 'Dresses and skirts end below the knee at the very least, most of them at the calf or the ankle.'],
  [
    'Cloth',
    'Not to be seen through. Where a light cloth needs it, there is a lining, or the page says that you want a slip.',
  ],
] as const

const promises = [
  'You see the day by which a garment leaves us before you pay, and again in your confirmation.',
  'If we cannot keep that day you hear it from us at once, and you may have your money back.',
  'The date at which a pre-order ends is real. It does not start again.',
  'You are never charged a sum that your cart did not show.',
  `Whoever writes to us is answered by a person, within ${answerDays} business days.`,
  'What a garment is made of stands on its page, fibre by fibre, and so does how to care for it.',
]

export default function AboutPage() {
  const { productionDays } = useShopTerms()
  return (
    <div className="page pt-[clamp(2rem,5vw,4.5rem)]">
      <header className="grid gap-x-12 gap-y-8 lg:grid-cols-12">
        <h1 className="text-masthead leading-[0.94] tracking-[-0.018em] lg:col-span-9">
          Clothes with nothing to hide, <em>and nothing to prove</em>
        </h1>
        <Prose className="text-lead leading-[1.45] lg:col-span-7 lg:col-start-5">
          <p>
            {shop.name} is one small workroom in {shop.trader.address[1]}. Whoever answers your letter has probably sewn
            your dress.
          </p>
          <p>
            It began with a plain wish: a dress one could wear to church on Sunday, to work on Monday and on the floor
            with children on Tuesday, without a cardigan for the neckline and a slip for the skirt. It was hard to buy
            one. It turned out to be possible to make one, then one for a sister, then for her friends.
          </p>
          <p>
            We still make them one at a time. Nothing is cut before somebody has ordered it, so there is no stock, no
            sale rail, and nothing left over that nobody wanted.
          </p>
        </Prose>
      </header>

      <section aria-labelledby="modest" className="mt-[clamp(4.5rem,9vw,8rem)]">
        <Rule className="text-mulberry/60" />
        <div className="mt-8 grid gap-x-12 gap-y-8 lg:grid-cols-12">
          <div className="lg:col-span-4">
            <h2 id="modest" className="text-display leading-none tracking-[-0.015em]">
              What we mean by modest
            </h2>
            <p className="mt-5 max-w-[26em] text-ink-soft">
              Everybody draws the line elsewhere, so we draw ours where you can see it. Each garment’s page says how its
              own neckline, sleeves and hem fall.
            </p>
          </div>
          <dl className="lg:col-span-7 lg:col-start-6">
            {modest.map(([what, how]) => (
              <div key={what} className="grid gap-x-6 border-line border-b py-4 sm:grid-cols-[8rem_1fr]">
                <dt className="font-serif text-name leading-tight">{what}</dt>
                <dd>{how}</dd>
              </div>
            ))}
          </dl>
        </div>
      </section>

      <section aria-labelledby="faith" className="mt-[clamp(4.5rem,9vw,8rem)] grid gap-x-12 gap-y-8 lg:grid-cols-12">
        <Verse {...shop.verses.about} className="text-mulberry lg:col-span-6" />
        <div className="lg:col-span-5 lg:col-start-8">
          <h2 id="faith" className="text-title leading-tight">
            Inspired by faith
          </h2>
          <Prose className="mt-4">
            <p>
              The garments are named after women of the Bible, and the verses you find here and there are from the World
              English Bible. They are why we began. You need share none of it to wear the clothes: whoever likes a long
              sleeve is welcome.
            </p>
          </Prose>
        </div>
      </section>

      <section
        aria-labelledby="hold-us-to"
        className="mt-[clamp(4.5rem,9vw,8rem)] bg-paper-deep px-(--gutter) py-[clamp(3rem,6vw,5rem)] max-lg:-mx-(--gutter)"
      >
        <h2 id="hold-us-to" className="text-display leading-none tracking-[-0.015em]">
          What you can hold us to
        </h2>
        <ol className="mt-9 grid gap-x-12 gap-y-7 md:grid-cols-2">
          {promises.map((promise) => (
            <li key={promise} className="max-w-[30em] border-mulberry border-t pt-4">
              {promise}
            </li>
          ))}
        </ol>
        <p className="mt-10 max-w-[36em] text-ink-soft">
          From the day after your order a garment takes {workingDays(productionDays)}: the cloth is cut, sewn, lined
          where it needs it, hemmed, pressed and looked over, then folded and sent. What it is made of stands on its
          page, fibre by fibre.
        </p>
        <p className="mt-9 flex flex-wrap gap-4">
          <Link to="/size-guide" prefetch="intent" className={buttonLook('solid')}>
            Find your size
          </Link>
          <Link to="/contact" prefetch="intent" className={buttonLook('line')}>
            Write to us
          </Link>
        </p>
      </section>
    </div>
  )
}
