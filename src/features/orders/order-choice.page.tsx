import { useState } from 'react'
import { garmentAt } from '#features/auth/pages/garment.ts'
import { listProducts } from '#features/catalogue/product.ts'
import { backendContext } from '#infrastructure/http/page-context.ts'
import { shop } from '#shop'
import type { Route } from './+types/order-choice.page.ts'
import { askChoice } from './order-choice/ask-choice.ts'
import { ChoiceForms } from './order-choice/choice-forms.tsx'
import { ChoiceView } from './order-choice/choice-view.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const backend = context.get(backendContext)
  const query = new URL(request.url).searchParams
  const token = query.get('token') ?? ''
  const [found, products] = await Promise.all([askChoice(backend, token), listProducts(backend)])
  const ordered = typeof found === 'string' ? [] : found.garments
  const theirs = products.filter(({ slug }) => ordered.some((garment) => garment.slug === slug))
  return {
    token,
    found,
    preferred: query.get('choice') === 'cancel' ? ('cancel' as const) : ('keep' as const),
    garment: garmentAt(theirs, 0) ?? garmentAt(products, 12),
  }
}

/** The address holds what answers for a customer: no cache keeps the page, no other site hears of it. */
export function headers() {
  return { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' }
}

export const meta: Route.MetaFunction = () => [
  { title: `Your order needs more time – ${shop.name}` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]

/** Where the letter of a delay leads. It waits for a press, since the programs that look through mail follow every link. */
export default function OrderChoicePage({ loaderData }: Route.ComponentProps) {
  const { token, found, preferred, garment } = loaderData
  const [answered, setAnswered] = useState<typeof found | null>(null)
  return (
    <ChoiceView found={answered ?? found} garment={garment}>
      <ChoiceForms token={token} preferred={preferred} onAnswered={setAnswered} />
    </ChoiceView>
  )
}
