import { SizeFinder } from '#features/cart/sizes/size-finder.tsx'
import { listProducts } from '#features/catalogue/product.ts'
import { printedSize } from '#features/catalogue/sizes/size.ts'
import { sizeChart } from '#features/catalogue/sizes/size-chart.ts'
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
import { PageHeading } from './page-heading.tsx'
import { Prose } from './prose.tsx'
import { HowToMeasure } from './size-guide/how-to-measure.tsx'
import { LengthTable } from './size-guide/length-table.tsx'
import { SizeTable } from './size-guide/size-table.tsx'
import { UnitSwitch } from './size-guide/unit-switch.tsx'

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
  return { garments: products.flatMap(({ slug, name, measures }) => (measures ? [{ slug, name, measures }] : [])) }
}

export default withNewData(SizeGuidePage)

function SizeGuidePage({ loaderData: { garments } }: Route.ComponentProps) {
  return (
    <div className="page group/units pt-[clamp(2rem,5vw,4.5rem)] print:pt-0 print:text-[0.9375rem] print:leading-snug">
      <PageHeading title="Size Guide">
        These are measurements of your body, not of the garment: room to move is already in the cut. Inches are rounded
        to the nearest half.
      </PageHeading>
      <div className="mt-8 lg:mt-12 print:mt-4">
        <div className="mb-2 flex justify-end">
          <UnitSwitch />
        </div>
        <WideTable label="Measurements by size">
          <SizeTable rows={sizeChart} />
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
