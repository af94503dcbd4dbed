import { formatDay } from '#base/calendar-day.ts'
import { formatPence, pence } from '#base/money.ts'
import { formatDeadline } from '#base/shop-time.ts'
import { sizeLabel } from '#features/catalogue/samples.ts'
import { loadBackend } from '#platform/client/backend-client.ts'
import { getFrom, postTo } from '#platform/client/endpoints.ts'
import { backendContext, clockContext } from '#platform/pages/page-context.ts'
import { shop } from '#shop'
import { FormPage } from '#ui/form/form-page.tsx'
import { PlainForm, SubmitButton } from '#ui/form/form-parts.tsx'
import { usePlainForm } from '#ui/form/use-plain-form.ts'
import { Link } from '#ui/link.tsx'
import { secretPageHeaders, unlistedTags } from '#ui/secret-page.ts'
import type { Route } from './+types/pay.page.ts'
import type { LinkState, PaymentLink } from './payment-links.contract.ts'

export async function loader({ context, params: { token } }: Route.LoaderArgs) {
  const { data, error } = await getFrom(context.get(backendContext), 'payment-link', { token })
  const missing = error?.context?.status === 404 ? ('unknown' as const) : ('unavailable' as const)
  return { token, link: data ?? missing, now: context.get(clockContext)().toISOString() }
}

/** The URL opens the order's payment page: no cache stores it, and no other site gets it as referrer. */
export const headers = () => secretPageHeaders

export const meta: Route.MetaFunction = () => [{ title: `Pay for your order – ${shop.name}` }, ...unlistedTags]

/** The page behind a payment link: what is bought, what it costs, until when, and the way to the payment page. */
export default function PayPage({ loaderData: { token, link, now } }: Route.ComponentProps) {
  if (typeof link === 'string') {
    const { title, stressed, lead } = missing[link]
    return (
      <FormPage title={title} stressed={stressed} lead={lead} garment={null}>
        <WriteToUs />
      </FormPage>
    )
  }
  if (link.state !== 'open') {
    const { title, stressed, lead } = closed[link.state]
    return (
      <FormPage title={title} stressed={stressed} lead={`Order ${link.order_number}. ${lead}`} garment={null}>
        <WriteToUs />
      </FormPage>
    )
  }
  return (
    <FormPage
      title="Pay for your"
      stressed="order"
      lead={
        <>
          Order {link.order_number}. We keep it for you until{' '}
          <strong className="font-medium text-ink">{formatDeadline(new Date(link.ends_at), new Date(now))}</strong>.
        </>
      }
      withoutScript="Paying needs JavaScript. Please switch it on and reload this page."
      garment={null}
    >
      <Bill link={link} now={now} />
      <PayForm token={token} link={link} />
    </FormPage>
  )
}

function Bill({ link, now }: { link: PaymentLink; now: string }) {
  const { lines, delivery, discount_pence: discount, total_pence: total, dispatch_by: day } = link
  const row = 'flex justify-between gap-x-6'
  return (
    <div className="mb-7">
      <ul className="grid gap-y-2">
        {lines.map(({ name, size, quantity, total_pence }) => (
          <li key={`${name} ${size}`} className={row}>
            <span className="wrap-any">
              {name}
              <span className="block text-ink-soft text-small">
                {sizeLabel(size)}
                {quantity > 1 && `, ${quantity} pieces`}
              </span>
            </span>
            <span className="price">{formatPence(pence(total_pence))}</span>
          </li>
        ))}
      </ul>
      <dl className="mt-4 grid gap-y-1 border-line border-t pt-3">
        {discount > 0 && (
          <div className={row}>
            <dt>{link.is_exchange ? 'What you returned' : 'Discount'}</dt>
            <dd className="price">−{formatPence(pence(discount))}</dd>
          </div>
        )}
        {delivery && (
          <div className={row}>
            <dt>{delivery.label}</dt>
            <dd className="price">{delivery.price_pence === 0 ? 'Free' : formatPence(pence(delivery.price_pence))}</dd>
          </div>
        )}
        <div className={`${row} font-medium`}>
          <dt>To pay</dt>
          <dd className="price">{formatPence(pence(total))}</dd>
        </div>
      </dl>
      <p className="mt-4 text-ink-soft">
        Paid today, {link.is_collected ? 'it’s ready' : 'it leaves'} by {formatDay(new Date(day), new Date(now))}.
      </p>
    </div>
  )
}

function PayForm({ token, link }: { token: string; link: PaymentLink }) {
  const form = usePlainForm(async () => {
    const opened = await openPayment(token)
    if ('problem' in opened) return { form: opened.problem }
    window.location.assign(opened.url)
    // The form stays busy until the payment page is there.
    return new Promise<null>(() => undefined)
  })
  return (
    <PlainForm form={form}>
      <SubmitButton form={form} busy="One moment…">
        {`Pay ${formatPence(pence(link.total_pence))}`}
      </SubmitButton>
      <p className="text-ink-soft text-small">You pay on {shop.name}’s payment page. Nothing is charged before that.</p>
    </PlainForm>
  )
}

async function openPayment(token: string): Promise<{ url: string } | { problem: string }> {
  try {
    const { data, error } = await postTo(await loadBackend(), 'open-payment-link', { token })
    if (data && !error) return data
    const body: unknown = await error?.context?.json().catch(() => null)
    const message = body && typeof body === 'object' && 'message' in body ? body.message : null
    if (typeof message === 'string') return { problem: message }
  } catch {
    // No connection: the message below applies.
  }
  return { problem: 'The payment page couldn’t be opened. Nothing was charged. Please try again.' }
}

function WriteToUs() {
  return (
    <p>
      Questions?{' '}
      <Link to="/contact?topic=order" className="link">
        Write to us
      </Link>
      .
    </p>
  )
}

const closed: Record<Exclude<LinkState, 'open'>, { title: string; stressed: string; lead: string }> = {
  paid: {
    title: 'Paid,',
    stressed: 'thank you',
    lead: 'There is nothing more to pay. The confirmation is in your e-mail.',
  },
  processing: {
    title: 'Being',
    stressed: 'confirmed',
    lead: 'Your payment is being confirmed. There is nothing more to do.',
  },
  ended: {
    title: 'This link',
    stressed: 'has ended',
    lead: 'Nothing was charged. Write to us and we’ll send you a new one.',
  },
  cancelled: { title: 'This order is', stressed: 'cancelled', lead: 'Nothing can be paid for it.' },
}

const missing = {
  unknown: {
    title: 'This link',
    stressed: 'doesn’t work',
    lead: 'Some e-mail programs cut a long link in two. Please open it from our e-mail again.',
  },
  unavailable: {
    title: 'One moment,',
    stressed: 'please',
    lead: 'We can’t find your order just now. Nothing was charged. Please reload this page in a minute.',
  },
}
