import { Minus, Plus } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { parsePounds, pence } from '#base/money.ts'
import { isSamples, sizeLabel } from '#features/catalogue/samples.ts'
import { heelChoices, heightLabel } from '#features/catalogue/sizes/height-labels.ts'
import { measurementWords } from '#features/catalogue/sizes/size-advice-labels.ts'
import { parseHeight, wrongHeight } from '#features/catalogue/sizes/typed-height.ts'
import { Link } from '#ui/link.tsx'
import { pictureAt } from '#ui/picture.tsx'
import { Price } from '#ui/price.tsx'
import { cart } from './cart.ts'
import { lineTotal, setHeight } from './cart-changes.ts'
import { isBlocking, type LineNote } from './cart-facts.ts'
import { type CartLine, maxQuantity } from './cart-lines.ts'
import { changeQuantity, leaveOutMeasurements, removeFromCart } from './remove-line.ts'

type CartLineItemProps = {
  line: CartLine
  note: LineNote | null
  isPreorder: boolean
  onLeave: () => void
  /** Follows the garment, over the whole width. */
  children?: ReactNode
}

/** One garment in the cart, with what has changed since it was added. */
export function CartLineItem({ line, note, isPreorder, onLeave, children }: CartLineItemProps) {
  const { name, size, quantity, imageUrl, price, sizeAdvice, heightCm } = line
  const nameId = useId()
  const isBlocked = note !== null && isBlocking(note)
  return (
    <li aria-labelledby={nameId} className="cart-line">
      <LinePicture imageUrl={imageUrl} isDim={isBlocked} />
      <div className="flex min-w-0 flex-col">
        <div className="cart-row">
          <p id={nameId} className="wrap-any font-serif text-name leading-[1.12]">
            {name}
          </p>
          <Price pence={lineTotal(line)} />
        </div>
        <p className="mt-0.5 text-ink-soft text-small">
          {sizeLabel(size)}
          {quantity > 1 && (
            <>
              {' · '}
              <Price pence={parsePounds(price) ?? pence(0)} /> each
            </>
          )}
          {isPreorder && <span className="text-mulberry"> · Pre-order</span>}
        </p>
        {heightCm && <CartLineHeight line={{ ...line, heightCm }} nameId={nameId} />}
        {sizeAdvice && (
          <p className="mt-1.5 text-ink-soft text-small leading-snug">
            With your measurements: {measurementWords(sizeAdvice)}.{' '}
            <button
              type="button"
              aria-describedby={nameId}
              onClick={() => leaveOutMeasurements(line)}
              className="cart-word"
            >
              <span className="link">Remove them</span>
            </button>
          </p>
        )}
        <p role="status" tabIndex={-1} className="cart-note">
          {note?.message}
        </p>
        <div className="cart-row mt-auto pt-2">
          {isSamples(line) ? (
            <Way to="/samples" label="Change the fabrics" nameId={nameId} onLeave={onLeave} />
          ) : isBlocked ? (
            note.way && <Way {...note.way} nameId={nameId} onLeave={onLeave} />
          ) : (
            <Quantity line={line} nameId={nameId} />
          )}
          <button
            type="button"
            aria-describedby={nameId}
            onClick={() => removeFromCart(line)}
            className="ml-auto inline-flex min-h-11 items-center text-small"
          >
            <span className="link">Remove</span>
          </button>
        </div>
      </div>
      {children}
    </li>
  )
}

type WayProps = NonNullable<LineNote['way']> & { nameId: string; onLeave: () => void }

/** A link to a page that helps with this line; the drawer closes. */
function Way({ to, label, nameId, onLeave }: WayProps) {
  return (
    <Link to={to} onClick={onLeave} aria-describedby={nameId} className="inline-flex min-h-11 items-center text-small">
      <span className="link">{label}</span>
    </Link>
  )
}

function Quantity({ line, nameId }: { line: CartLine; nameId: string }) {
  const { quantity } = line
  return (
    <div className="cart-steps">
      <button
        type="button"
        aria-label="Decrease quantity"
        aria-describedby={nameId}
        onClick={() => changeQuantity(line, quantity - 1)}
        className="cart-step"
      >
        <Minus aria-hidden="true" strokeWidth={1.5} className="size-4" />
      </button>
      <span role="status" className="min-w-6 text-center tabular-nums">
        <span className="sr-only">Quantity </span>
        {quantity}
      </span>
      <button
        type="button"
        aria-label="Increase quantity"
        aria-describedby={nameId}
        disabled={quantity >= maxQuantity}
        onClick={() => changeQuantity(line, quantity + 1)}
        className="cart-step"
      >
        <Plus aria-hidden="true" strokeWidth={1.5} className="size-4" />
      </button>
    </div>
  )
}

function LinePicture({ imageUrl, isDim }: { imageUrl: string | null; isDim: boolean }) {
  if (!imageUrl) {
    return (
      <div className="flex aspect-3/4 items-center justify-center bg-paper-deep text-ink-soft text-small">No image</div>
    )
  }
  return (
    <img
      src={pictureAt(imageUrl, 320)}
      alt=""
      width={240}
      height={320}
      decoding="async"
      // Without a connection there may be none: a plain field instead of the browser's mark.
      onError={({ currentTarget }) => currentTarget.removeAttribute('src')}
      className={`aspect-3/4 w-full bg-paper-deep object-cover ${isDim ? 'opacity-45' : ''}`}
    />
  )
}

/** The height a garment in the cart is hemmed for; a button opens the field that changes it or leaves it out. */
function CartLineHeight({ line, nameId }: { line: CartLine & { heightCm: number }; nameId: string }) {
  const { heightCm, heelCm } = line
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const shoes = useRef<HTMLSelectElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isWrong, setWrong] = useState(false)

  function open() {
    flushSync(() => setOpen(true))
    field.current?.select()
  }

  function save(event: FormEvent) {
    event.preventDefault()
    const changed = parseHeight(field.current?.value ?? '')
    setWrong(changed === null)
    if (changed === null) return field.current?.focus()
    cart.update((lines) => setHeight(lines, line, { heightCm: changed, heelCm: Number(shoes.current?.value) }))
    flushSync(() => setOpen(false))
    opener.current?.focus()
  }

  function leaveOut() {
    cart.update((lines) => setHeight(lines, line, {}))
  }

  if (!isOpen) {
    return (
      <p className="mt-0.5 text-ink-soft text-small">
        {heightLabel(heightCm, heelCm)}{' '}
        <button ref={opener} type="button" aria-describedby={nameId} onClick={open} className="cart-word ml-1.5">
          <span className="link">
            Change<span className="sr-only"> height</span>
          </span>
        </button>
      </p>
    )
  }
  return (
    <form noValidate onSubmit={save} className="mt-1 flex flex-wrap items-center gap-x-2.5 text-small">
      <label htmlFor={id} className="text-ink-soft">
        Height
      </label>
      <input
        ref={field}
        id={id}
        autoComplete="off"
        maxLength={20}
        defaultValue={`${heightCm} cm`}
        aria-describedby={isWrong ? `${id}-wrong ${nameId}` : nameId}
        aria-invalid={isWrong || undefined}
        onChange={() => setWrong(false)}
        className="h-11 w-18 rounded-none border-ink border-b bg-transparent text-body outline-none focus:border-mulberry focus:shadow-[0_1px_0_0_var(--color-mulberry)] aria-invalid:border-mulberry"
      />
      <select
        ref={shoes}
        aria-label="Shoes"
        defaultValue={heelCm ?? 0}
        className="h-11 cursor-pointer rounded-none border-ink border-b bg-transparent outline-none focus:border-mulberry"
      >
        {heelChoices(heelCm ?? 0).map(({ id: heel, name }) => (
          <option key={heel} value={heel}>
            {name}
          </option>
        ))}
      </select>
      <button type="submit" aria-describedby={nameId} className="cart-word">
        <span className="link">
          Save<span className="sr-only"> height</span>
        </span>
      </button>
      <button type="button" aria-describedby={nameId} onClick={leaveOut} className="cart-word">
        <span className="link">
          Remove<span className="sr-only"> height</span>
        </span>
      </button>
      <p id={`${id}-wrong`} role="alert" className="basis-full text-mulberry leading-snug empty:hidden">
        {isWrong && wrongHeight}
      </p>
    </form>
  )
}
