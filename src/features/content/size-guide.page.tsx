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
import { MailLink } from './mail-link.tsx'
import { PageHeading, Prose } from './page-parts.tsx'
import { LengthTable, SizeTable, UnitSwitch } from './size-guide/size-tables.tsx'

const HemByGarment = late(async () => (await import('#features/cart/sizes/hem-by-garment.tsx')).HemByGarment, seen)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Size Guide',
    description:
      'Our sizes in centimetres and inches, how to measure, which length reaches your ankle, and what to do between two sizes.',
    path: '/size-guide',
    siteUrl: siteUrlOf(matches),
  })

export async function loader({ context }: Route.LoaderArgs) {
  const products = await listProducts(context.get(backendContext))
  return {
    garments: products.flatMap((product) => {
      const { slug, name, measures } = product
      return measures ? [{ slug, name, measures, isHemmed: hasHem(product) }] : []
    }),
  }
}

export default withNewData(SizeGuidePage)

function SizeGuidePage({ loaderData: { garments } }: Route.ComponentProps) {
  return (
    <div className="page units pt-[clamp(2rem,5vw,4.5rem)] print:pt-0 print:text-[0.9375rem] print:leading-snug">
      <PageHeading title="Size Guide">
        These are measurements of your body, not of the garment: room to move is already in the cut. Inches are rounded
        to the nearest half.
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
              <Link to={`/shop?size=${size}`} className={buttonLook('line')}>
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
        <Note title="Between two sizes">
          <p>If you’re on the line, take the smaller for a closer fit or the larger for one that flows.</p>
          <p>For a fitted bodice go by your bust, for a straight skirt by your hips.</p>
        </Note>
        <Note title="Two sizes apart">
          <p>
            If your bust and hips fall two sizes apart, <MailLink subject="Size advice">write to us</MailLink> with your
            measurements before you order. Britain has no standard for sizes, and the same number can differ by 5 cm or
            more from shop to shop, so please go by the tape.
          </p>
        </Note>
      </div>
      <Part id="measuring" title="How to measure">
        <HowToMeasure />
      </Part>
      <Part id="length" title="Length by height">
        <div className="grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-[3fr_2fr] print:grid-cols-[3fr_2fr] print:gap-x-6">
          <WideTable label="Full length by height">
            <LengthTable />
          </WideTable>
          <Prose className="print:text-small">
            <p>
              In flat shoes these end about 5 cm above the floor, just below the ankle bone: full length, without
              sweeping it.
            </p>
            <p>
              Our garments are measured down the back from the nape, the bone at the base of the neck; skirts from the
              waist. Your own dress is easier to measure down the front, from the shoulder seam beside the neck. That
              goes over the bust and comes out about 5 cm longer.
            </p>
            <p>Add 2 to 5 cm if you’ll wear heels.</p>
            <p>
              These are for an average build. Each garment’s page gives its own length and where its hem ends by height;
              see <Link to="/shop">the shop</Link>.
            </p>
          </Prose>
        </div>
      </Part>
    </div>
  )
}

function Part({ id, title, children }: { id: string; title: string; children: React.ReactNode }) {
  return (
    <section aria-labelledby={id} className="mt-[clamp(4rem,8vw,7rem)] break-inside-avoid print:mt-4">
      <Rule className="text-mulberry/60" />
      <h2 id={id} className="mt-8 text-display leading-none tracking-[-0.015em] print:mt-3 print:text-title">
        {title}
      </h2>
      <div className="mt-8 print:mt-3">{children}</div>
    </section>
  )
}

function Note({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section>
      <h2 className="text-title leading-tight">{title}</h2>
      <Prose className="mt-3">{children}</Prose>
    </section>
  )
}

const steps = [
  ['Bust', 'Around the fullest point, with the tape level across the back, close but not pulled tight.'],
  ['Waist', 'Where your body creases when you bend to the side, usually 2 to 5 cm above the navel.'],
  ['Hips', 'Around the fullest point, about 18 to 23 cm below the waist, with your feet together.'],
  ['Sleeve', 'From the point of the shoulder, over a slightly bent elbow, to the wrist bone.'],
  ['Height', 'Without shoes, with your heels and head against a wall.'],
] as const

/** Five measurements, each in a sentence, beside a figure that shows three of them. */
function HowToMeasure() {
  return (
    <div className="grid items-start gap-x-12 gap-y-8 md:grid-cols-[3fr_2fr] print:grid-cols-[1fr_11rem]">
      <div>
        <p className="measure text-ink-soft">
          Use a soft tape over light underwear, stand naturally and breathe normally. If you can, ask someone to hold
          the tape.
        </p>
        <dl className="mt-6 print:mt-2">
          {steps.map(([what, how]) => (
            <div
              key={what}
              className="grid gap-x-4 border-line border-t py-3.5 sm:grid-cols-[6.5rem_1fr] print:grid-cols-[5rem_1fr] print:py-1"
            >
              <dt className="font-serif text-name leading-tight">{what}</dt>
              <dd>{how}</dd>
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
