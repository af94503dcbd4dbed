import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Pence } from '#base/money.ts'
import { useShopTerms } from '#features/settings/shop-terms.ts'
import { shop } from '#shop'
import type { ResponsiblePerson } from '#shop-duties'
import { Link } from '#ui/link.tsx'
import { Price } from '#ui/price.tsx'
import { paragraphs } from './paragraphs.tsx'
import type { ShownProduct } from './product.ts'

/** A delivery service and its price for this product alone. `day`: when it arrives, 'Wednesday 9 December'. */
export type DeliveryLine = { id: string; label: string; pricePence: Pence; transit: string; day?: string }

/**
 * The details of a product under its description, in sections that open without JavaScript; required information is open
 * from the start.
 */
export function ProductDetails({
  product,
  delivery,
  responsiblePerson,
  hem,
}: {
  product: ShownProduct
  delivery: DeliveryLine[]
  responsiblePerson: ResponsiblePerson | null
  hem: string | null
}) {
  const { zones, samplesPence, maker } = useShopTerms()
  const isAbroad = zones.length > 1
  const { name, slug, modestyNotes, length, fabric, care } = product
  const { trader, policies, email } = shop
  return (
    <div className="border-line border-t">
      {(modestyNotes || length) && (
        <Part title="Modesty notes" open={Boolean(length)}>
          <Notes text={modestyNotes ?? ''} length={length} />
          {hem && <p className="text-ink-soft">{hem}</p>}
        </Part>
      )}
      {fabric && <Part title="Fabric">{paragraphs(fabric)}</Part>}
      {care && <Part title="Care">{paragraphs(care)}</Part>}
      <Part title="Delivery">
        <ul>
          {delivery.map(({ id, label, pricePence, transit, day }) => (
            <li key={id} className="flex justify-between gap-4 border-line border-b py-2 last:border-0">
              <span>
                {label}, {day ? `with you by ${day}` : `${transit.replace('-', '–')} after dispatch`}
              </span>
              {pricePence === 0 ? <span className="price">free</span> : <Price pence={pricePence} />}
            </li>
          ))}
        </ul>
        <p className="text-ink-soft">
          To the United Kingdom, for this garment on its own.
          {isAbroad && ' For other countries, see the cart.'}
        </p>
      </Part>
      <Part title="Returns">
        <p>
          You can change your mind within {policies.cancelDays} days of receiving it. If it’s faulty or not as
          described, send us photographs and we’ll put it right.
        </p>
        <p>
          <Link to="/returns-refunds" className="link">
            Returns &amp; Refunds
          </Link>
        </p>
      </Part>
      <Part title="Maker">
        <p>
          Cut and sewn to order, one at a time, by{' '}
          {maker ? (
            <Link to="/maker" className="link">
              one person
            </Link>
          ) : (
            'one person'
          )}
          . Sold by:
        </p>
        <address className="not-italic">
          {[trader.name, ...trader.address].join(', ')}.{' '}
          <a href={`mailto:${email}`} className="link wrap-any">
            {email}
          </a>
        </address>
        {responsiblePerson && <ResponsiblePersonLines person={responsiblePerson} />}
        <p className="text-ink-soft">The seller is the manufacturer. Product ID: {slug}.</p>
      </Part>
      <p className="flex flex-wrap gap-x-7 pt-4">
        {samplesPence !== null && (
          <Link to={`/samples#${slug}`} className="inline-flex min-h-11 items-center text-ink-soft">
            <span className="link">Feel the cloth first</span>
          </Link>
        )}
        <a
          href={`mailto:${email}?subject=${encodeURIComponent(`A question about the ${name}`)}`}
          className="inline-flex min-h-11 items-center text-ink-soft"
        >
          <span className="link">Questions about this garment</span>
        </a>
      </p>
    </div>
  )
}

function ResponsiblePersonLines({ person: { name, address, email, isExample } }: { person: ResponsiblePerson }) {
  return (
    <>
      <p>Responsible person for the European Union and Northern Ireland{isExample && ' (an example)'}:</p>
      <address className="not-italic">
        {[name, ...address].join(', ')}.{' '}
        <a href={`mailto:${email}`} className="link wrap-any">
          {email}
        </a>
      </address>
    </>
  )
}

function Part({ title, open = false, children }: { title: string; open?: boolean; children: ReactNode }) {
  return (
    <details open={open} className="part">
      <summary>
        <h2>{title}</h2>
        <Plus aria-hidden="true" strokeWidth={1.25} />
      </summary>
      <div className="prose-shop">{children}</div>
    </details>
  )
}

/**
 * 'Neckline: a stand collar.' becomes a term and its description; any other text is a paragraph. Last comes the length.
 */
function Notes({ text, length }: { text: string; length: string | null }) {
  const notes = text.split(/\n+/).flatMap((note) => {
    if (!note.trim()) return []
    const [, term = '', explanation] = /^(\p{Lu}[\p{L} ]{1,20}): (.+)$/u.exec(note) ?? []
    return [{ term, explanation: explanation ?? note }]
  })
  if (length) notes.push({ term: 'Length', explanation: length })
  return (
    <dl className="part-notes">
      {notes.map(({ term, explanation }) => (
        <div key={explanation}>
          {term && <dt>{term}</dt>}
          <dd>{explanation}</dd>
        </div>
      ))}
    </dl>
  )
}
