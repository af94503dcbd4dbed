import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useShopTerms } from '#features/settings/use-shop-terms.ts'
import { shop } from '#shop'
import { Link } from '#ui/link.tsx'
import type { Pence } from './money.ts'
import { Price } from './price.tsx'
import type { Product } from './product.ts'

/** A way of sending it and what that costs with this garment alone. */
export type DeliveryLine = { id: string; label: string; pricePence: Pence; transit: string }

/** Everything there is to know before ordering, in parts that open without JavaScript; the description stands open. */
export function ProductDetails({ product, delivery }: { product: Product; delivery: DeliveryLine[] }) {
  const isAbroad = useShopTerms().zones.length > 1
  const { description, modestyNotes, length, modelLine, fabric, care } = product
  return (
    <div className="mt-9 border-line border-t">
      <Part title="Description" open>
        {paragraphs(description)}
        {modelLine && <p className="text-ink-soft">{modelLine}</p>}
      </Part>
      {(modestyNotes || length) && (
        <Part title="Modesty notes">
          {modestyNotes && paragraphs(modestyNotes)}
          {length && <p>Length: {length}</p>}
        </Part>
      )}
      {fabric && <Part title="Fabric">{paragraphs(fabric)}</Part>}
      {care && <Part title="Care">{paragraphs(care)}</Part>}
      <Part title="Delivery">
        <ul>
          {delivery.map(({ id, label, pricePence, transit }) => (
            <li key={id} className="flex justify-between gap-4 border-line border-b py-2 last:border-0">
              <span>
                {label}, {transit} after dispatch
              </span>
              {pricePence === 0 ? <span>free</span> : <Price pence={pricePence} />}
            </li>
          ))}
        </ul>
        <p className="text-ink-soft">
          For the United Kingdom, with this garment alone.
          {isAbroad && ' For other countries the cart shows the price before you pay.'}
        </p>
      </Part>
      <Part title="Returns">
        <p>
          You can change your mind within {shop.policies.cancelDays} days of receiving it. If it is faulty or not as
          described, write to us with photographs and we put it right.
        </p>
        <p>
          <Link to="/returns-refunds" className="link">
            Returns &amp; Refunds
          </Link>
        </p>
      </Part>
    </div>
  )
}

function Part({ title, open = false, children }: { title: string; open?: boolean; children: ReactNode }) {
  return (
    <details open={open} className="group/part border-line border-b">
      <summary className="flex min-h-14 items-center justify-between gap-4 hover:text-mulberry">
        <h2 className="font-serif text-[1.3125rem]">{title}</h2>
        <Plus
          aria-hidden="true"
          strokeWidth={1.25}
          className="size-5 shrink-0 transition-transform duration-200 group-open/part:rotate-45"
        />
      </summary>
      <div className="prose-shop wrap-any max-w-[38em] pr-8 pb-6">{children}</div>
    </details>
  )
}

function paragraphs(text: string): ReactNode {
  const parts = text.split(/\n+/).filter((part) => part.trim())
  return parts.map((part) => <p key={part}>{part}</p>)
}
