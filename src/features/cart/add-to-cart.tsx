import {
  type ComponentProps,
  type ComponentType,
  type FormEvent,
  type MouseEvent,
  type Ref,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { formatPence, poundsFromPence } from '#base/money.ts'
import { useStoredValue } from '#base/stored-value.ts'
import type { ShownProduct } from '#features/catalogue/product.ts'
import { printedSize } from '#features/catalogue/sizes/size.ts'
import type { SizeRangeLabels } from '#features/catalogue/sizes/size-chart.ts'
import { usualHeel } from '#features/catalogue/sizes/typed-height.ts'
import { hasStoredSession } from '#platform/client/stored-session.ts'
import { providerInTexts } from '#platform/payments/provider-info.ts'
import { BottomBar } from '#ui/bottom-bar.tsx'
import { Button, buttonLook } from '#ui/button.tsx'
import { late } from '#ui/late.tsx'
import { touched } from '#ui/late-when.ts'
import { Link } from '#ui/link.tsx'
import { prepareToasts } from '#ui/toast.ts'
import type { BuyBar } from './buy-bar.tsx'
import { missingSize } from './buying-form.ts'
import type { CartLine } from './cart-lines.ts'
import { addToCart } from './change-cart.ts'
import { HeightField, useHeight } from './height-field.tsx'
import { QuantityField } from './quantity-field.tsx'
import { storedSize, storedUnit } from './sizes/stored-size.ts'

const PaymentMarks = late(async () => (await import('./payment-marks.tsx')).PaymentMarks, touched)

type Props = {
  product: ShownProduct
  /** The body measurements of each size. */
  ranges: Record<string, SizeRangeLabels>
  /** Whether it is hemmed for the customer's height, so that its page asks for that. */
  isHemmed: boolean
  /** Whether the pre-order is open. */
  live: boolean
  /** Whether an order of this garment alone can be paid with Klarna. */
  klarna: boolean
}

/** Size, quantity and the Add to Cart button. Its key is the garment. */
export function AddToCart({ product, ranges, isHemmed, live, klarna }: Props) {
  const { id, name, sizes, pricePence, pictures, imageUrl } = product
  const [size, setSize] = useState(sizes.length === 1 ? (sizes[0] ?? null) : null)
  const [quantity, setQuantity] = useState(1)
  const [missing, setMissing] = useState(false)
  const [sending, setSending] = useState(false)
  const [measuring, setMeasuring] = useState(false)
  const advice = useStoredValue(storedSize)
  const [parts, load] = useFitParts(advice !== null)
  const height = useHeight(usualHeel(product.measures?.heel))
  const Bar = useBuyBar()
  const form = useRef<HTMLFormElement>(null)
  const action = live ? 'Pre-Order Now' : 'Add to Cart'
  const group = useRef<HTMLFieldSetElement>(null)
  const error = useRef<HTMLParagraphElement>(null)
  const errorId = useId()
  const garment: Omit<CartLine, 'size' | 'quantity'> = {
    id,
    name,
    price: poundsFromPence(pricePence),
    imageUrl: pictures[0]?.url ?? imageUrl,
  }

  // The box may be ticked before hydration or restored by the browser: it is read before a render can clear it. The
  // first-touch script may have said that a size is missing.
  useLayoutEffect(() => {
    const ticked = group.current?.querySelector<HTMLInputElement>('input:checked')
    if (ticked) setSize(ticked.value)
    setMissing(Boolean(error.current?.textContent))
  }, [])

  function add(event: FormEvent) {
    event.preventDefault()
    if (size === null) {
      setMissing(true)
      group.current?.querySelector('input')?.focus()
      return
    }
    const hem = isHemmed ? height.read() : {}
    if (!hem) return
    const details = { ...(sending && advice && { sizeAdvice: advice }), ...hem }
    addToCart({ ...garment, quantity, size, ...details })
    setQuantity(1)
  }

  function pressBar() {
    if (size !== null) return form.current?.requestSubmit()
    form.current?.scrollIntoView({ block: 'start' })
    form.current?.querySelector<HTMLElement>('input')?.focus({ preventScroll: true })
  }

  function choose(chosen: string) {
    setSize(chosen)
    setMissing(false)
  }

  function measure(event: MouseEvent) {
    // A modified click opens the size guide in a new tab, as does a failed download of the dialog's code.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    setMeasuring(true)
    load(() => location.assign(sizeFinder))
  }

  return (
    <>
      {/* A submit before hydration must not leave the page: `method="dialog"` does nothing outside a dialog. */}
      <form
        ref={form}
        id="sizes"
        method="dialog"
        data-garment={JSON.stringify(garment)}
        onSubmit={add}
        onPointerEnter={prepareToasts}
        onFocus={prepareToasts}
      >
        <SizeChoice
          ref={group}
          sizes={sizes}
          ranges={ranges}
          chosen={size}
          onChoose={choose}
          errorId={missing ? errorId : undefined}
        />
        {/* A text also when it is empty: before hydration the first-touch script may have written one. */}
        <p
          ref={error}
          id={errorId}
          role="alert"
          data-missing
          suppressHydrationWarning
          className="mt-2 text-mulberry empty:hidden"
        >
          {missing ? missingSize : ''}
        </p>
        {/* The same height with and without a stored size, so that nothing moves when it is read. */}
        {Object.keys(ranges).length > 0 && (
          <div className="mt-1 flex min-h-16 items-center justify-between gap-x-4 border-line border-y py-1">
            {parts && (advice || hasStoredSession()) ? (
              <parts.FitRow
                kept={advice}
                product={product}
                isHemmed={isHemmed}
                chosen={size}
                onChoose={choose}
                onMeasure={() => setMeasuring(true)}
              />
            ) : (
              <>
                <span className="text-ink-soft text-small">Between two sizes?</span>
                <Link
                  to={sizeFinder}
                  onClick={measure}
                  onPointerEnter={() => load()}
                  onFocus={() => load()}
                  className="inline-flex min-h-11 items-center text-small"
                >
                  <span className="link">Find your size</span>
                </Link>
              </>
            )}
          </div>
        )}
        {isHemmed && <HeightField {...height} />}
        {advice && parts && size && <parts.SendMeasurements kept={advice} sending={sending} onSend={setSending} />}
        <div className="mt-5 flex flex-wrap items-end gap-4">
          <QuantityField quantity={quantity} onChange={setQuantity} />
          <Button type="submit" className="grow">
            {action}
          </Button>
        </div>
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <PaymentMarks klarna={klarna} />
          <p className="text-ink-soft text-small">{`You pay on ${providerInTexts}’s own page; we never see your card.`}</p>
        </div>
        <noscript>
          <p className="mt-3 text-ink-soft text-small">To use the cart, please switch on JavaScript in your browser.</p>
        </noscript>
      </form>
      {Bar ? (
        <Bar form={form} name={name} pricePence={pricePence} size={size} action={action} onPress={pressBar} />
      ) : (
        // The same bar on arrival, also before hydration.
        <BottomBar>
          <span className="flex-1 basis-24 text-lead">{formatPence(pricePence)}</span>
          <a href="#sizes" data-bar suppressHydrationWarning className={buttonLook('solid', 'shrink-0 px-5')}>
            {size === null ? 'Choose a size' : action}
          </a>
        </BottomBar>
      )}
      {parts && measuring && (
        <parts.FitDialog product={product} isHemmed={isHemmed} onChoose={choose} onClose={() => setMeasuring(false)} />
      )}
    </>
  )
}

/** Loads the bar's code at the first scroll, which may have come before React. */
function useBuyBar(): ComponentType<ComponentProps<typeof BuyBar>> | null {
  const [Bar, setBar] = useState<ComponentType<ComponentProps<typeof BuyBar>> | null>(null)
  useEffect(() => {
    const fetchBar = () => void import('./buy-bar.tsx').then(({ BuyBar }) => setBar(() => BuyBar), Object)
    if (scrollY > 0) fetchBar()
    else addEventListener('scroll', fetchBar, { once: true })
    return () => removeEventListener('scroll', fetchBar)
  }, [])
  return Bar
}

const sizeFinder = '/size-guide#finder'

type FitParts = typeof import('./sizes/fit-parts.tsx')

/** The size finder's code: loaded immediately if measurements are stored or a customer is signed in, otherwise on intent. */
function useFitParts(shouldLoad: boolean): [FitParts | null, (otherwise?: () => void) => void] {
  const [parts, setParts] = useState<FitParts | null>(null)
  const [load] = useState(() => (otherwise?: () => void) => {
    import('./sizes/fit-parts.tsx').then(setParts, () => otherwise?.())
  })
  useEffect(() => {
    if (shouldLoad || hasStoredSession()) load()
  }, [shouldLoad, load])
  return [parts, load]
}

type SizeChoiceProps = {
  ref: Ref<HTMLFieldSetElement>
  sizes: string[]
  ranges: Record<string, SizeRangeLabels>
  chosen: string | null
  onChoose: (size: string) => void
  errorId: string | undefined
}

/**
 * A garment's sizes as radio buttons; below them the body measurements of the chosen or hovered size. `errorId`: the
 * message about a missing size.
 */
function SizeChoice({ ref, sizes, ranges, chosen, onChoose, errorId }: SizeChoiceProps) {
  const name = useId()
  const unit = useStoredValue(storedUnit)
  return (
    <fieldset ref={ref} aria-describedby={errorId} className="relative">
      <legend className="label flex min-h-11 items-center text-ink-soft">
        {sizes.every((size) => /^\d/.test(printedSize(size))) ? 'UK size' : 'Size'}
      </legend>
      <Link
        to="/size-guide"
        prefetch="intent"
        className="absolute right-0 bottom-full inline-flex min-h-11 items-center text-small"
      >
        <span className="link">Size guide</span>
      </Link>
      <div className="sizes">
        {sizes.map((size, index) => (
          <label key={size}>
            <span>
              <input
                type="radio"
                name={name}
                value={size}
                checked={size === chosen}
                onChange={() => onChoose(size)}
                aria-describedby={ranges[size] && `${name}${index}`}
              />
              {printedSize(size)}
            </span>
            {/* The accessible description of a size, not its name; one line for all sizes, so that nothing moves. */}
            <span id={`${name}${index}`} aria-hidden="true">
              {ranges[size]?.[unit] ?? 'This size has its own measurements. Please ask us.'}
            </span>
          </label>
        ))}
        <p>Choose a size to see its measurements.</p>
      </div>
    </fieldset>
  )
}
