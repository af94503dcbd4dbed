import { describePreorders } from '#features/catalogue/preorders/describe-preorder.ts'
import { listLivePreorders, noteValidity } from '#features/catalogue/preorders/live-preorders.ts'
import { PreorderEntry } from '#features/catalogue/preorders/preorder-entry.tsx'
import { settingsContext } from '#features/settings/page-settings.ts'
import { useShopTerms } from '#features/settings/shop-terms.ts'
import { NotifyForm } from '#features/subscribers/notify-form.tsx'
import { readFullPreorders } from '#features/waitlist/fetch-waitlist-facts.ts'
import { backendContext, clockContext, pageNotesContext } from '#platform/pages/page-context.ts'
import { Link } from '#ui/link.tsx'
import { pageMeta, siteUrlOf } from '#ui/page-meta.ts'
import { ProductPicture, type StoredPicture } from '#ui/picture.tsx'
import { Rule } from '#ui/rule.tsx'
import type { Route } from './+types/pre-order.page.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const now = context.get(clockContext)()
  const backend = context.get(backendContext)
  const live = await listLivePreorders(backend, now)
  const full = await readFullPreorders(backend, live)
  noteValidity(context.get(pageNotesContext), now, live)
  const settings = context.get(settingsContext)
  return {
    preorders: describePreorders(live, { now, full }, settings),
    picture: live.length === 0 ? (settings.pictures.cloth ?? null) : null,
  }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Pre-Order',
    description: 'New garments you can order before we cut the first one, with the closing and dispatch dates of each.',
    path: '/pre-order',
    siteUrl: siteUrlOf(matches),
  })

export default function PreOrderPage({ loaderData: { preorders, picture } }: Route.ComponentProps) {
  const { pause } = useShopTerms()
  if (preorders.length === 0) return <NothingOpen picture={picture} />
  return (
    <div className="page pt-[clamp(2rem,5vw,4.5rem)]">
      <header className="grid items-end gap-x-12 gap-y-4 md:grid-cols-[auto_1fr]">
        <h1 className="text-masthead leading-[0.9] tracking-[-0.018em]">Pre-Order</h1>
        <p className="max-w-[26em] text-ink-soft md:justify-self-end md:pb-2">
          New designs, to order before we cut the first one.{' '}
          {pause?.text ?? 'Each closes at its own day and hour, and we don’t extend it.'}
        </p>
      </header>
      <ul className="mt-10 md:mt-14">
        {preorders.map((preorder, index) => (
          <PreorderEntry
            key={preorder.id}
            preorder={preorder}
            flipped={index % 2 === 1}
            first={index === 0}
            heading="h2"
          />
        ))}
      </ul>
      <Rule className="text-mulberry/60" />
    </div>
  )
}

function NothingOpen({ picture }: { picture: StoredPicture | null }) {
  return (
    <div className="page grid gap-x-12 gap-y-12 pt-[clamp(2rem,5vw,4.5rem)] lg:grid-cols-12">
      <div className="lg:col-span-7">
        <h1 className="text-masthead leading-[0.94] tracking-[-0.018em]">Pre-Order</h1>
        <p className="mt-7 max-w-[24em] font-serif text-title leading-[1.25]">
          There’s no pre-order just now. The next design is still on paper.
        </p>
        <p className="measure mt-5 text-ink-soft">
          Leave your e-mail and we’ll write when it opens. Everything else is made to order as usual, in{' '}
          <Link to="/shop" className="link text-ink">
            the shop
          </Link>
          .
        </p>
      </div>
      <div className="lg:col-span-5 lg:self-end">
        <Rule className="text-mulberry/60" />
        <NotifyForm source="pre-order" className="mt-10" />
      </div>
      {picture && (
        <ProductPicture
          picture={picture}
          sizes="100vw"
          className="-mx-(--bleed) aspect-4/3 w-[calc(100%+2*var(--bleed))]! max-w-none object-cover lg:col-span-12 lg:aspect-21/9"
        />
      )}
    </div>
  )
}
