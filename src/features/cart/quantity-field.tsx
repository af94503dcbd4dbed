import { Minus, Plus } from 'lucide-react'
import { useId, useLayoutEffect, useRef } from 'react'
import { readQuantity } from './buying-form.ts'
import { maxQuantity } from './cart-lines.ts'

const stepLook =
  'inline-flex w-12 items-center justify-center hover:text-mulberry disabled:cursor-not-allowed disabled:opacity-40'

/** A quantity from 1 to 20, typed or set by the buttons. */
export function QuantityField({ quantity, onChange }: { quantity: number; onChange: (quantity: number) => void }) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)

  // A value typed before hydration fired no handler.
  useLayoutEffect(() => {
    if (!field.current) return
    const typed = readQuantity(field.current.value, 1)
    field.current.value = String(typed)
    onChange(typed)
  }, [onChange])

  return (
    <div>
      <label htmlFor={id} className="label block text-ink-soft">
        Quantity
      </label>
      <div className="mt-1 flex h-12 w-fit border border-edge">
        <button
          type="button"
          aria-label="Decrease quantity"
          data-step="-1"
          disabled={quantity <= 1}
          onClick={() => onChange(quantity - 1)}
          className={stepLook}
        >
          <Minus aria-hidden="true" strokeWidth={1.5} className="size-4" />
        </button>
        <input
          ref={field}
          id={id}
          data-quantity
          inputMode="numeric"
          autoComplete="off"
          value={quantity}
          onChange={(event) => onChange(readQuantity(event.target.value, quantity))}
          onFocus={(event) => event.target.select()}
          className="w-11 bg-transparent text-center tabular-nums"
        />
        <button
          type="button"
          aria-label="Increase quantity"
          data-step="1"
          disabled={quantity >= maxQuantity}
          onClick={() => onChange(quantity + 1)}
          className={stepLook}
        >
          <Plus aria-hidden="true" strokeWidth={1.5} className="size-4" />
        </button>
      </div>
    </div>
  )
}
