import type { ReactNode } from 'react'
import { shop } from '#shop'
import type { ResponsiblePerson } from '#shop-duties'
import { late } from '#ui/late.tsx'
import { touched } from '#ui/late-when.ts'
import { Price } from '#ui/price.tsx'
import { Rule } from '#ui/rule.tsx'
import { Gallery } from './gallery.tsx'
import { paragraphs } from './paragraphs.tsx'
import type { DescribedEnd } from './preorders/describe-preorder.ts'
import type { ShownProduct } from './product.ts'
import type { DeliveryLine } from './product-details.tsx'
import { printedSize } from './sizes/size.ts'

const ProductDetails = late(async () => (await import('./product-details.tsx')).ProductDetails, touched)

/** When the garment is dispatched, and what it depends on. */
type Timing = {
  /** When its pre-order closes; null for a garment that is made to order. */
  closes: DescribedEnd | null
  /** Why to pre-order it, for a live pre-order with places. */
  reason?: string | null
  /** How long making it takes; null for the shop's usual time. A pre-order always says it. */
  making: string | null
  dispatched: string
  /** The day it arrives, as a line of its own. */
  arrival?: ReactNode
  /** The dates of a workroom closure before the dispatch, as text. */
  closure?: string | null
  /** Why the shop takes no orders. */
  pause?: string | null
  /** Whether every place of its pre-order is taken. */
  full?: boolean
}

type ProductViewProps = Timing & {
  product: ShownProduct
  delivery: DeliveryLine[]
  /** Who answers for the garment in the European Union and Northern Ireland. */
  responsiblePerson: ResponsiblePerson | null
  /** Where its hem ends, by height. */
  hem?: string | null
  /** The sizes and the buy button. */
  buying: ReactNode
  /** What its reviews come to. */
  rating?: ReactNode
  /** The garment drawn on a woman of the customer's height. */
  figure?: ReactNode
}

// A longer name is set smaller, otherwise it pushes price and sizes out of view.
const longName = 50

/** A garment's page: its pictures, and beside them the price, the dispatch date and the details. */
export function ProductView({ product, delivery, responsiblePerson, buying, ...rest }: ProductViewProps) {
  const { hem = null, figure, rating, ...timing } = rest
  const [cheapest] = delivery
  const [lead, text] = splitLead(product.description)
  return (
    <div className="mt-1 grid items-start gap-x-[clamp(2rem,6vw,6.5rem)] gap-y-3 md:mt-3 md:gap-y-8 lg:mt-5 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      {/* With a key: a full view whose code still loads must not open over the next garment. */}
      <Gallery key={product.id} pictures={product.pictures} modelLine={product.modelLine} />
      {/* Sticky at its bottom edge beside longer pictures, so that its end can always be scrolled into view. */}
      <div className="flex min-w-0 flex-col lg:sticky lg:bottom-8 lg:min-h-[calc(100svh-8rem)] lg:self-end">
        <h1
          className={`wrap-any leading-none tracking-[-0.018em] ${product.name.length > longName ? 'text-title' : 'text-display'}`}
        >
          {product.name}
        </h1>
        <div className="mt-1 flex flex-wrap items-center justify-between gap-x-5 md:mt-2.5">
          {product.colour && <p className="text-ink-soft md:text-lead">{product.colour}</p>}
          {rating}
        </div>
        <p className="mt-1.5 flex flex-wrap items-baseline gap-x-3 md:mt-4">
          <Price pence={product.pricePence} className="text-[clamp(1.5rem,1.3rem+0.8vw,2rem)] leading-snug" />
          {shop.trader.vatNumber && <span className="text-ink-soft text-small">incl. VAT</span>}
          {cheapest && (
            <span className="text-ink-soft">
              {cheapest.pricePence === 0 ? (
                'UK delivery free'
              ) : (
                <>
                  + <Price pence={cheapest.pricePence} /> UK delivery
                </>
              )}
            </span>
          )}
        </p>
        {/* On a desktop the description begins above the sizes; a phone's first screens are for those. */}
        <div className="mt-6 lg:order-1">
          <StatusStrip {...timing} />
        </div>
        <div className="mt-6 lg:order-1">{buying}</div>
        <h2 className="sr-only">Description</h2>
        {lead && <p className="mt-6 text-lead leading-[1.4]">{lead}</p>}
        <div className="prose-shop wrap-any mt-3 max-w-[38em] lg:order-1">
          {paragraphs(text)}
          {product.modelLine && <p className="text-ink-soft">{printedSize(product.modelLine)}</p>}
        </div>
        {figure && <div className="mt-9 border-line border-t pt-6 lg:order-1">{figure}</div>}
        <div className="mt-9 lg:order-1">
          <ProductDetails product={product} delivery={delivery} responsiblePerson={responsiblePerson} hem={hem} />
        </div>
      </div>
    </div>
  )
}

/**
 * When the garment is dispatched: made to order, on pre-order until a time, or on a full pre-order. All texts in shop
 * time. `closure`: the dates of a workroom closure before the dispatch, or null.
 */
function StatusStrip({ closes, reason, making, dispatched, arrival, closure, pause, full = false }: Timing) {
  return (
    <>
      <Rule className="text-mulberry/60" />
      <p className="py-3.5 leading-snug">
        <strong className="font-medium text-mulberry">{orderType(closes !== null, full)}</strong>{' '}
        <span aria-hidden="true">– </span>
        {full ? (
          'this pre-order is full'
        ) : (
          <>
            {closes && (
              <>
                closes <time dateTime={closes.at}>{closes.text}</time>.{' '}
              </>
            )}
            {making && `${closes ? 'It' : 'it'} takes ${making}, `}dispatched by {dispatched}. {arrival}
          </>
        )}
        {pause && (
          <span className="mt-1 block text-mulberry">
            {pause}
            {!full && ' You can fill your cart meanwhile.'}
          </span>
        )}
        {reason && <span className="mt-1 block text-mulberry">{reason}.</span>}
        {closure && !full && (
          <span className="mt-1 block text-ink-soft text-small">
            Our workroom is closed {closure}; this date allows for it.
          </span>
        )}
      </p>
      <Rule className="text-mulberry/60" />
    </>
  )
}

/** The first sentence of a description, where it is short enough to be set large, and the rest. */
function splitLead(description: string): [lead: string | null, rest: string] {
  const [, lead = null] = /^\s*(\S[^\n]{20,150}?[.!?])(?=\s+\p{Lu}|\s*\n|\s*$)/u.exec(description) ?? []
  return [lead, lead ? description.trimStart().slice(lead.length) : description]
}

function orderType(isPreorder: boolean, full: boolean): string {
  if (full) return 'Closed'
  return isPreorder ? 'Pre-order' : 'Made to order'
}
