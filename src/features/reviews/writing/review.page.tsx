import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { formatDay } from '#base/calendar-day.ts'
import { printedSize } from '#features/catalogue/sizes/size.ts'
import { NoOrderPage } from '#features/orders/page/no-order-page.tsx'
import { call, toRequestError } from '#platform/client/functions.ts'
import { backendContext } from '#platform/pages/page-context.ts'
import { shop } from '#shop'
import { AccountSection } from '#ui/account-section.tsx'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { pictureAt } from '#ui/picture.tsx'
import { secretPageHeaders, unlistedTags } from '#ui/secret-page.ts'
import { howReviewsAreChecked } from '../review.ts'
import type { ReviewLine, ReviewPageFacts } from '../reviews.contract.ts'
import type { Route } from './+types/review.page.ts'
import { OwnReviewView } from './own-review.tsx'
import { ReviewForm } from './review-form.tsx'
import { readReviewPage } from './review-page.ts'

export async function loader({ context, params: { token } }: Route.LoaderArgs) {
  return { token, page: await readReviewPage(context.get(backendContext), token) }
}

/**
 * The URL grants access to the reviews of an order: no cache stores the page, no search engine lists it, no referrer
 * names it.
 */
export const headers = () => secretPageHeaders

export const meta: Route.MetaFunction = () => [{ title: `Your review – ${shop.name}` }, ...unlistedTags]

/** The page where a buyer reviews the garments of an order, for the holder of the link in the review request. */
export default function ReviewPage({ loaderData: { token, page } }: Route.ComponentProps) {
  if (typeof page === 'string') {
    return (
      <NoOrderPage found={page}>
        <p>
          Your order’s page links to your reviews too:{' '}
          <Link to="/find-order" className="link">
            find your order
          </Link>
          .
        </p>
      </NoOrderPage>
    )
  }
  return <OpenPage token={token} page={page} />
}

function OpenPage({ token, page }: { token: string; page: ReviewPageFacts }) {
  const { revalidate } = useRevalidator()
  const isOne = page.lines.length === 1
  return (
    <div className="page min-h-[60svh] pt-[clamp(2rem,5vw,4.5rem)]">
      <header>
        <p className="label text-mulberry">Order {page.order_number}</p>
        <h1 className="mt-3 max-w-[12em] text-masthead leading-[0.98] tracking-[-0.018em]">
          How did {isOne ? 'it' : 'they'} <em>turn out?</em>
        </h1>
        <p className="mt-6 max-w-[34em] text-lead leading-[1.4]">{page.is_open ? lead : waitingFor(page)}</p>
      </header>
      <div className="mt-[clamp(2.25rem,4vw,3.75rem)]">
        {page.lines
          .filter(({ review }) => page.is_open || review)
          .map((line) => (
            <Garment
              key={line.id}
              token={token}
              line={line}
              firstName={page.first_name}
              isOpen={page.is_open}
              onChanged={revalidate}
            />
          ))}
        <AskingSection token={token} asks={page.asks} onChanged={revalidate} />
        <AccountSection id="checked" title="How reviews are checked">
          <p className="max-w-[34em]">{howReviewsAreChecked}</p>
        </AccountSection>
      </div>
    </div>
  )
}

const lead =
  'Good or bad, what you say helps others choose their size. It needs no account. You can change it until we publish it, and erase it at any time.'

function waitingFor({ opens_after: day }: ReviewPageFacts): string {
  if (!day) return 'You can use this link to review your garments once they’ve arrived.'
  return `You can use this link to review your garments once they’ve arrived, and from ${formatDay(new Date(day))} at the latest.`
}

type GarmentProps = {
  token: string
  line: ReviewLine
  firstName: string
  isOpen: boolean
  onChanged: () => Promise<void>
}

function Garment({ token, line, firstName, isOpen, onChanged }: GarmentProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [isChanging, setChanging] = useState(false)
  const [erased, setErased] = useState(0)
  const { id, name, size, image_url: image, review } = line

  async function show() {
    await onChanged()
    setChanging(false)
    heading.current?.focus()
  }

  return (
    <AccountSection
      id={`garment-${id}`}
      heading={heading}
      title={name}
      note={
        <>
          <span className="block">Size {printedSize(size)}</span>
          {image && (
            <img
              src={pictureAt(image, 320)}
              alt=""
              width={120}
              height={160}
              className="mt-4 aspect-3/4 w-[7.5rem] bg-paper-deep object-cover"
            />
          )}
        </>
      }
    >
      <p role="status" className="sr-only">
        {erased > 0 && !review && 'Your review is erased.'}
      </p>
      {review && !isChanging ? (
        <OwnReviewView
          token={token}
          line={{ ...line, review }}
          onChange={() => setChanging(true)}
          onErased={async () => {
            setErased(erased + 1)
            await show()
          }}
        />
      ) : (
        isOpen && (
          <ReviewForm
            key={erased}
            token={token}
            line={line}
            firstName={firstName}
            onSent={show}
            onLeave={isChanging ? () => setChanging(false) : null}
          />
        )
      )}
    </AccountSection>
  )
}

type Props = { token: string; asks: boolean; onChanged: () => Promise<void> }

/** Turns review requests for later orders off and on. The e-mail's second link leads here. */
function AskingSection({ token, asks, onChanged }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function press() {
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await call('review-requests', { token, wanted: !asks })
      await onChanged()
    } catch (error) {
      setProblem(toRequestError(error).message)
    }
    setBusy(false)
  }

  return (
    <AccountSection id="stop" title="Review e-mails">
      <p role="status" className="max-w-[34em]">
        {asks
          ? 'We ask for reviews once per order, three weeks after it arrives. You can stop this here and still get e-mails about your orders.'
          : 'We won’t ask you for reviews again. You can still write one, using the link on your order’s page.'}
      </p>
      <p role="alert" className="mt-2 text-mulberry text-small empty:hidden">
        {problem}
      </p>
      <Button tone="line" onClick={press} aria-disabled={isBusy} className="mt-4">
        {isBusy ? 'One moment…' : asks ? 'Don’t ask me for reviews' : 'Ask me again'}
      </Button>
    </AccountSection>
  )
}
