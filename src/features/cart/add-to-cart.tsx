import { type FormEvent, useId, useRef, useState } from 'react'
import { poundsFromPence } from '#features/catalogue/money.ts'
import type { Product } from '#features/catalogue/product.ts'
import { Button } from '#ui/button.tsx'
import { prepareToasts } from '#ui/toast.ts'
import { addToCart } from './change-cart.ts'
import { QuantityField } from './quantity-field.tsx'
import { SizeChoice } from './size-choice.tsx'

/** Size, quantity and the button that puts a garment in the cart. `live`: it is on pre-order now. */
export function AddToCart({ product, live }: { product: Product; live: boolean }) {
  return <Choice key={product.id} product={product} live={live} />
}

function Choice({ product, live }: { product: Product; live: boolean }) {
  const { id, name, sizes, pricePence, pictures, imageUrl } = product
  const [size, setSize] = useState(sizes.length === 1 ? (sizes[0] ?? null) : null)
  const [quantity, setQuantity] = useState(1)
  const [missing, setMissing] = useState(false)
  const group = useRef<HTMLFieldSetElement>(null)
  const errorId = useId()

  function add(event: FormEvent) {
    event.preventDefault()
    if (size === null) {
      setMissing(true)
      group.current?.querySelector('input')?.focus()
      return
    }
    const picture = pictures[0]?.url ?? imageUrl
    addToCart({ id, name, price: poundsFromPence(pricePence), quantity, size, imageUrl: picture })
    setQuantity(1)
  }

  function choose(chosen: string) {
    setSize(chosen)
    setMissing(false)
  }

  return (
    // Before the page's code has come a submit must not leave the page: as a dialog's form it does nothing.
    <form method="dialog" onSubmit={add} onPointerEnter={prepareToasts} onFocus={prepareToasts}>
      <SizeChoice ref={group} sizes={sizes} chosen={size} onChoose={choose} errorId={missing ? errorId : undefined} />
      <p id={errorId} role="alert" className="mt-2 text-mulberry empty:hidden">
        {missing && 'Please choose a size first.'}
      </p>
      <div className="mt-6 flex flex-wrap items-end gap-4">
        <QuantityField quantity={quantity} onChange={setQuantity} />
        <Button type="submit" className="grow">
          {live ? 'Pre-Order Now' : 'Add to Cart'}
        </Button>
      </div>
      <noscript>
        <p className="mt-3 text-ink-soft text-small">The cart needs JavaScript to be switched on in your browser.</p>
      </noscript>
    </form>
  )
}
