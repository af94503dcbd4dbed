import { settingsContext } from '#features/settings/page-settings.ts'
import { useShopTerms } from '#features/settings/shop-terms.ts'
import { getFrom } from '#platform/client/endpoints.ts'
import { backendContext } from '#platform/pages/page-context.ts'
import { shop } from '#shop'
import { verses } from '#shop-verses'
import { buttonLook } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { pageMeta, siteUrlOf } from '#ui/page-meta.ts'
import { ProductPicture } from '#ui/picture.tsx'
import { Rule } from '#ui/rule.tsx'
import { Verse } from '#ui/verse.tsx'
import type { Route } from './+types/about.page.ts'
import { makingSteps, modest, promises } from './about/about-texts.ts'
import { makers, story, storyTitle } from './about/story.tsx'
import { Prose } from './page-parts.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { pictures, showsScore } = context.get(settingsContext)
  const { workroom, cloth, rail } = pictures
  // Without the score the page is whole: a failure hides the sentence only.
  const score = showsScore ? await getFrom(context.get(backendContext), 'promise-score') : null
  return { picture: workroom ?? cloth ?? null, rail: rail ?? null, score: score?.data?.sentence ?? null }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'About',
    description: `Who sews at ${shop.name}, what we mean by modest, and what you can hold us to.`,
    path: '/about',
    siteUrl: siteUrlOf(matches),
  })

const apart = 'mt-[clamp(4.5rem,9vw,8rem)]'

export default function AboutPage({ loaderData: { picture, rail, score } }: Route.ComponentProps) {
  const { productionDays, maker } = useShopTerms()
  const steps = makingSteps(productionDays)
  return (
    <div className="page pt-[clamp(2rem,5vw,4.5rem)]">
      <header className="grid gap-x-12 gap-y-8 lg:grid-cols-12">
        {/* On a wide screen each half has a line of its own, so that no font breaks it elsewhere. */}
        <h1 className="wrap-any text-masthead leading-[0.94] tracking-[-0.018em] lg:col-span-12 lg:text-[min(var(--text-masthead),6.9vw)]">
          {storyTitle}
        </h1>
        {picture && (
          <ProductPicture
            picture={picture}
            priority
            sizes="(width >= 64rem) 46vw, 100vw"
            className="-ml-(--bleed) aspect-4/3 w-[calc(100%+var(--bleed))]! max-w-none object-cover lg:col-span-6"
          />
        )}
        <Prose
          className={`text-lead leading-[1.45] ${picture ? 'lg:col-span-6 lg:self-end' : 'lg:col-span-7 lg:col-start-5'}`}
        >
          {story().map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </Prose>
      </header>

      <section aria-labelledby="modest" className={apart}>
        <Rule className="text-mulberry/60" />
        <div className="mt-8 grid gap-x-12 gap-y-8 lg:grid-cols-12">
          <div className="lg:col-span-4">
            <h2 id="modest" className="text-display leading-none tracking-[-0.015em]">
              What we mean by modest
            </h2>
            <p className="mt-5 max-w-[26em] text-ink-soft">
              Everyone draws the line in a different place, so here is ours. Each garment’s page says where its
              neckline, sleeves and hem fall.
            </p>
          </div>
          <Facts facts={modest} className="lg:col-span-7 lg:col-start-6" />
        </div>
      </section>

      <section aria-labelledby="making" className={`${apart} grid gap-x-12 gap-y-10 lg:grid-cols-12`}>
        <h2 id="making" className="text-display leading-none tracking-[-0.015em] lg:col-span-12">
          How it is made, <em>day by day</em>
        </h2>
        <ol className="grid gap-x-12 gap-y-8 sm:grid-cols-2 lg:col-span-7">
          {steps.map(({ days, what, words }) => (
            <li key={days} className="border-mulberry border-t pt-4">
              <p className="label text-mulberry">{days}</p>
              <h3 className="wrap-any mt-2 text-title leading-tight">{what}</h3>
              <p className="mt-2 max-w-[28em] text-ink-soft">{words}</p>
            </li>
          ))}
        </ol>
        <div className="lg:col-span-4 lg:col-start-9">
          <h3 className="text-title leading-tight">Who makes it, and from what</h3>
          <dl className="mt-4">
            {makers.map(([what, how]) => (
              <div key={what} className="border-line border-t py-3">
                <dt className="font-serif text-name leading-tight">{what}</dt>
                <dd className="text-ink-soft">{how}</dd>
              </div>
            ))}
          </dl>
          {maker && (
            <p className="border-line border-t pt-2">
              <Link to="/maker" prefetch="intent" className="inline-flex min-h-11 items-center">
                <span className="link">Meet the maker</span>
              </Link>
            </p>
          )}
        </div>
      </section>

      <section
        aria-labelledby="hold-us-to"
        className={`${apart} -mx-(--bleed) bg-paper-deep px-(--bleed) py-[clamp(3rem,6vw,5rem)]`}
      >
        <h2 id="hold-us-to" className="text-display leading-none tracking-[-0.015em]">
          What you can hold us to
        </h2>
        <ol className="mt-9 grid gap-x-12 gap-y-7 md:grid-cols-2">
          {promises().map((promise) => (
            <li key={promise} className="max-w-[30em] border-mulberry border-t pt-4">
              {promise}
            </li>
          ))}
        </ol>
        {score && <p className="mt-9 max-w-[30em] text-lead leading-[1.4]">{score}</p>}
        <p className="mt-10 flex flex-wrap gap-4">
          <Link to="/size-guide" prefetch="intent" className={buttonLook('solid')}>
            Find your size
          </Link>
          <Link to="/contact" prefetch="intent" className={buttonLook('line')}>
            Write to us
          </Link>
        </p>
      </section>

      <section aria-labelledby="faith" className={`${apart} grid items-end gap-x-12 gap-y-8 lg:grid-cols-12`}>
        {rail && (
          <ProductPicture
            picture={rail}
            sizes="(width >= 64rem) 62vw, 100vw"
            className="-ml-(--bleed) aspect-4/3 w-[calc(100%+var(--bleed))]! max-w-none object-cover lg:col-span-8"
          />
        )}
        <Verse
          {...verses.about}
          large
          className={`wrap-any text-mulberry ${rail ? 'lg:order-last lg:col-span-10 lg:mt-8' : 'lg:col-span-8'}`}
        />
        <div className="lg:col-span-4">
          <h2 id="faith" className="text-title leading-tight">
            Inspired by faith
          </h2>
          <p className="mt-4 max-w-[28em] text-ink-soft">
            The garments are named after women of the Bible, and the verses on these pages come from the World English
            Bible. You don’t have to share our faith to wear the clothes: anyone who likes a long sleeve is welcome.
          </p>
        </div>
      </section>
    </div>
  )
}

function Facts({ facts, className }: { facts: readonly (readonly [string, string])[]; className: string }) {
  return (
    <dl className={className}>
      {facts.map(([what, how]) => (
        <div key={what} className="grid gap-x-6 border-line border-b py-4 sm:grid-cols-[8rem_1fr]">
          <dt className="font-serif text-name leading-tight">{what}</dt>
          <dd>{how}</dd>
        </div>
      ))}
    </dl>
  )
}
