import { SizeFinder } from '#features/cart/sizes/size-finder.tsx'
import { hasHem } from '#features/catalogue/kinds.ts'
import { listProducts } from '#features/catalogue/product.ts'
import { printedSize } from '#features/catalogue/sizes/size.ts'
import { backendContext } from '#platform/pages/page-context.ts'
import { buttonLook } from '#ui/button.tsx'
import { late } from '#ui/late.tsx'
import { seen } from '#ui/late-when.ts'
import { Link } from '#ui/link.tsx'
import { pageMeta, siteUrlOf } from '#ui/page-meta.ts'
import { Rule } from '#ui/rule.tsx'
import { WideTable } from '#ui/wide-table.tsx'
import { withNewData } from '#ui/with-new-data.ts'
import type { Route } from './+types/size-guide.page.ts'
import { readSlots } from './documents/read-slots.ts'
import { type Slots, spansIn, TextIn, Words } from './documents/words.tsx'
import { PageHeading, Prose } from './page-parts.tsx'
import { LengthTable, SizeTable, UnitSwitch } from './size-guide/size-tables.tsx'

const HemByGarment = late(async () => (await import('#features/cart/sizes/hem-by-garment.tsx')).HemByGarment, seen)

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    title: loaderData?.words.name ?? 'Size Guide',
    description: loaderData?.words.description ?? '',
    path: '/size-guide',
    siteUrl: siteUrlOf(matches),
  })

export async function loader({ context, request }: Route.LoaderArgs) {
  const words = await readSlots({ context, request }, '/size-guide')
  const products = await listProducts(context.get(backendContext))
  return {
    words,
    garments: products.flatMap((product) => {
      const { slug, name, measures } = product
      return measures ? [{ slug, name, measures, isHemmed: hasHem(product) }] : []
    }),
  }
}

export default withNewData(SizeGuidePage)

function SizeGuidePage({ loaderData: { words, garments } }: Route.ComponentProps) {
  return (
    <div className="page units pt-[clamp(2rem,5vw,4.5rem)] print:pt-0 print:text-[0.9375rem] print:leading-snug">
      <PageHeading title={<Words spans={words.title} />}>
        <Words spans={words.lead} />
      </PageHeading>
      <div className="mt-8 lg:mt-12 print:mt-4">
        <div className="mb-2 flex justify-end">
          <UnitSwitch />
        </div>
        <WideTable label="Measurements by size">
          <SizeTable />
        </WideTable>
      </div>
      <div className="mt-12 grid grid-cols-1 items-start gap-x-12 gap-y-10 lg:mt-16 lg:grid-cols-[6fr_5fr] print:hidden">
        <section aria-labelledby="finder" className="bg-paper-deep px-6 py-8 sm:px-10 sm:py-10 max-sm:-mx-(--gutter)">
          <h2 id="finder" className="mb-5 text-title leading-tight">
            Find your size
          </h2>
          <SizeFinder
            unitChoice={(unit) => (
              <p>
                In {unit === 'cm' ? 'centimetres' : 'inches'}, like the tables.{' '}
                <a href="#units" className="link">
                  Change
                </a>
              </p>
            )}
            offer={(size) => (
              <Link
                to={`/shop?size=${size.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}`}
                className={buttonLook('line')}
              >
                See what is made in {printedSize(size)}
              </Link>
            )}
          />
        </section>
        {garments.length > 0 && (
          <div className="lg:py-10">
            <HemByGarment garments={garments} />
          </div>
        )}
      </div>
      <div className="mt-12 grid gap-x-12 gap-y-10 lg:mt-16 lg:grid-cols-[6fr_5fr] print:mt-4 print:grid-cols-2 print:gap-x-10">
        {['between', 'apart'].map((slot) => (
          <section key={slot}>
            <h2 className="text-title leading-tight">
              <Words spans={spansIn(words, slot)} />
            </h2>
            <Prose className="mt-3">
              <TextIn words={words} slot={`${slot}-text`} />
            </Prose>
          </section>
        ))}
      </div>
      <Part id="measuring" words={words}>
        <HowToMeasure words={words} />
      </Part>
      <Part id="length" words={words}>
        <div className="grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-[3fr_2fr] print:grid-cols-[3fr_2fr] print:gap-x-6">
          <WideTable label="Full length by height">
            <LengthTable />
          </WideTable>
          <Prose className="print:text-small">
            <TextIn words={words} slot="length-text" />
          </Prose>
        </div>
      </Part>
    </div>
  )
}

function Part({ id, words, children }: { id: string; words: Slots; children: React.ReactNode }) {
  return (
    <section aria-labelledby={id} className="mt-[clamp(4rem,8vw,7rem)] break-inside-avoid print:mt-4">
      <Rule className="text-mulberry/60" />
      <h2 id={id} className="mt-8 text-display leading-none tracking-[-0.015em] print:mt-3 print:text-title">
        <Words spans={spansIn(words, id)} />
      </h2>
      <div className="mt-8 print:mt-3">{children}</div>
    </section>
  )
}

/** Five measurements, each in a sentence, beside a figure that shows three of them. */
function HowToMeasure({ words }: { words: Slots }) {
  const steps = words.blocks['measuring-steps']
  return (
    <div className="grid items-start gap-x-12 gap-y-8 md:grid-cols-[3fr_2fr] print:grid-cols-[1fr_11rem]">
      <div>
        <p className="measure text-ink-soft">
          <Words spans={spansIn(words, 'measuring-text')} />
        </p>
        <dl className="mt-6 print:mt-2">
          {(steps?.type === 'points' ? steps.entries : []).map(({ term, spans }) => (
            <div
              key={term}
              className="grid gap-x-4 border-line border-t py-3.5 sm:grid-cols-[6.5rem_1fr] print:grid-cols-[5rem_1fr] print:py-1"
            >
              <dt className="font-serif text-name leading-tight">{term}</dt>
              <dd>
                <Words spans={spans} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <MeasuringFigure className="mx-auto w-full max-w-[20rem] md:-mt-24 md:max-w-[24rem] print:mt-0 print:max-w-[11rem]" />
    </div>
  )
}

// From the neck over the shoulder, waist and hip; the other side is its mirror image.
const half =
  'M113 27c1 14 0 24-3 31-5 10-20 14-33 19-12 5-17 14-16 27 1 10 6 16 9 24 3 9 3 17 4 26 1 12 5 28 5 52 0 22-8 38-14 56-4 13-6 24-5 34 1 26 6 54 12 84'

/** A dress form with the tape in its three places. The steps beside it say the same as text. */
function MeasuringFigure({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 320 470" role="img" aria-labelledby="measuring-title" className={`stroke-ink ${className}`}>
      <title id="measuring-title">A dress form with tapes at bust, waist and hips</title>
      <g fill="none" strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round">
        <path d={half} />
        <path d={half} transform="matrix(-1 0 0 1 264 0)" />
        <ellipse cx="132" cy="26" rx="19" ry="6.5" />
        <path d="M132 42v338" className="stroke-line" />
        <path d="M72 380c20 9 100 9 120 0M126 387v42m12-42v42M84 446c5-12 22-17 48-17s43 5 48 17" />
      </g>
      <g fill="none" strokeWidth="2" strokeDasharray="7 4.5" className="stroke-mulberry">
        <path d="M70 128c22 15 102 15 124 0M79 206c18 12 88 12 106 0M60 296c24 16 120 16 144 0" />
      </g>
      <g className="fill-mulberry stroke-none font-serif italic" fontSize="21">
        <text x="226" y="133">
          bust
        </text>
        <text x="226" y="211">
          waist
        </text>
        <text x="226" y="301">
          hips
        </text>
      </g>
    </svg>
  )
}
