import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { listProducts } from '#features/catalogue/product.ts'
import { backendContext } from '#platform/pages/page-context.ts'
import { shop } from '#shop'
import { garmentAt } from '#ui/form/form-page.tsx'
import type { Route } from './+types/answer-delay.page.ts'
import { answerIn, ChoiceForms } from './choice-forms.tsx'
import { ChoiceView } from './choice-view.tsx'
import type { DelayChoice } from './delay-choice.ts'
import { readDelayChoice } from './delay-choice-requests.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const backend = context.get(backendContext)
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const [found, products] = await Promise.all([readDelayChoice(backend, token), listProducts(backend)])
  const ordered = typeof found === 'string' ? [] : found.garments
  const theirs = products.filter(({ slug }) => ordered.some((garment) => garment.slug === slug))
  return {
    token,
    found,
    garment: garmentAt(theirs, 0) ?? garmentAt(products, 12),
  }
}

/**
 * The URL holds the token that answers for the customer: no cache stores the page, and no other site gets the URL as
 * referrer.
 */
export function headers() {
  return { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' }
}

export const meta: Route.MetaFunction = () => [
  { title: `Your order needs more time – ${shop.name}` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]

/**
 * The page behind the link of a delay e-mail. It acts only when the customer presses a button, since mail scanners
 * follow every link.
 */
export default function OrderChoicePage({ loaderData: { token, found, garment } }: Route.ComponentProps) {
  const { hash } = useLocation()
  const [answered, setAnswered] = useState<DelayChoice | null>(null)
  const [preselected, setPreselected] = useState<ReturnType<typeof answerIn>>(null)
  const view = useRef<HTMLDivElement>(null)

  // The server never receives the URL's fragment.
  useEffect(() => setPreselected(answerIn(hash)), [hash])

  // The pressed button is no longer rendered: the result gets the focus and scrolls into view.
  useEffect(() => {
    if (!answered) return
    view.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [answered])

  return (
    <div ref={view} tabIndex={-1} className="outline-none">
      <ChoiceView found={answered ?? found} garment={garment}>
        <ChoiceForms token={token} preselected={preselected} onAnswered={setAnswered} />
      </ChoiceView>
    </div>
  )
}
