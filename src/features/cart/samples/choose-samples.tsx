import './swatch.css'
import { Check } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { formatPence, type Pence, poundsFromPence } from '#base/money.ts'
import { clothsOf, isSamples, samplesId, samplesName, sizeOfCloths } from '#features/catalogue/samples.ts'
import { shop } from '#shop'
import { Button } from '#ui/button.tsx'
import { useEarlyChoice } from '#ui/early-choice.ts'
import { ProductPicture, type StoredPicture } from '#ui/picture.tsx'
import { prepareToasts, toast } from '#ui/toast.ts'
import { fullCart } from '../add-garment.ts'
import { cart, useCart } from '../cart.ts'
import { type CartLine, maxLines } from '../cart-lines.ts'
import { sayAdded } from '../change-cart.ts'
import type { ClothText } from './describe-cloth.ts'

/** A garment's cloth. `cloth`: its name on a set of samples; `name`: the garment's. */
export type Cloth = ClothText & {
  slug: string
  cloth: string
  name: string
  colour: string | null
  picture: StoredPicture | null
}

/** The cloths as checkboxes, up to four of them, and the button that puts the set into the cart. */
export function ChooseSamples({ cloths, pricePence }: { cloths: Cloth[]; pricePence: Pence }) {
  const { most } = shop.samples
  const set = useCart().find(isSamples)
  const [picked, setPicked] = useState<readonly string[] | null>(null)
  const [missing, setMissing] = useState(false)
  const wanted = picked ?? (set && clothsOf(set.size)) ?? []
  const chosen = cloths.filter(({ cloth }) => wanted.includes(cloth))
  const isFull = chosen.length >= most

  const list = useEarlyChoice<HTMLFieldSetElement>((fieldset) => {
    const early = [...fieldset.querySelectorAll<HTMLInputElement>('input:checked')].map(({ value }) => value)
    if (early.join() !== chosen.map(({ cloth }) => cloth).join()) setPicked(early)
  })

  function toggle(cloth: string) {
    const names = chosen.map((each) => each.cloth)
    setPicked(names.includes(cloth) ? names.filter((name) => name !== cloth) : [...names, cloth])
    setMissing(false)
  }

  function send(event: FormEvent) {
    event.preventDefault()
    const [first] = chosen
    setMissing(!first)
    if (!first) return
    putSamples({ cloths: chosen.map(({ cloth }) => cloth), pricePence, imageUrl: first.picture?.url ?? null })
  }

  return (
    // A submit before hydration must not leave the page: `method="dialog"` does nothing outside a dialog.
    <form method="dialog" onSubmit={send} onPointerEnter={prepareToasts} onFocus={prepareToasts}>
      <fieldset ref={list}>
        <legend className="sr-only">Fabrics, up to {most}</legend>
        <ul className="two-up gap-x-[clamp(0.875rem,2vw,2rem)] gap-y-8 sm:grid-cols-3 lg:grid-cols-4 lg:gap-y-12">
          {cloths.map((cloth, index) => (
            <Swatch
              key={cloth.slug}
              cloth={cloth}
              isEarly={index < 4}
              isChosen={chosen.includes(cloth)}
              isFull={isFull}
              onToggle={() => toggle(cloth.cloth)}
            />
          ))}
        </ul>
      </fieldset>
      <div className="sticky bottom-0 z-10 -mx-(--gutter) mt-10 border-line border-t bg-paper px-(--gutter) pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2.5">
          <p className="leading-snug">
            <span role="status" className="font-medium">
              {chosen.length === 0 ? `Choose up to ${most}` : `${chosen.length} of ${most} chosen`}
            </span>
            <span className="block text-ink-soft text-small">
              {pricePence === 0 ? 'Free' : formatPence(pricePence)}, postage included
            </span>
          </p>
          <Button type="submit" className="max-sm:grow">
            {set ? 'Update samples' : 'Add to Cart'}
          </Button>
        </div>
        <p role="alert" className="mt-1.5 text-mulberry text-small empty:hidden">
          {missing && 'Please choose at least one fabric.'}
        </p>
        <noscript>
          <p className="mt-1.5 text-ink-soft text-small">
            The cart needs JavaScript. Without it, write to {shop.email} and name the fabrics.
          </p>
        </noscript>
      </div>
    </form>
  )
}

type SwatchProps = { cloth: Cloth; isEarly: boolean; isChosen: boolean; isFull: boolean; onToggle: () => void }

function Swatch({
  cloth: { slug, cloth, title, fibres, character, name, colour, picture },
  isEarly,
  isChosen,
  isFull,
  onToggle,
}: SwatchProps) {
  const isClosed = isFull && !isChosen
  return (
    <li id={slug} className="scroll-mt-24">
      <label className={`group/swatch block ${isClosed ? 'cursor-not-allowed' : 'cursor-pointer'}`}>
        <span className="relative block has-focus-visible:outline-2 has-focus-visible:outline-mulberry has-focus-visible:outline-offset-3">
          <span className="cut-swatch block overflow-hidden">
            <ProductPicture
              picture={picture && { ...picture, alt: '' }}
              sizes="(width >= 64rem) 44vw, (width >= 40rem) 60vw, 90vw"
              priority={isEarly}
              className={`aspect-square object-cover transition-opacity ${isClosed ? 'opacity-45' : ''}`}
            />
          </span>
          <input
            type="checkbox"
            value={cloth}
            checked={isChosen}
            disabled={isClosed}
            onChange={onToggle}
            aria-label={`${cloth}: ${title}`}
            className="absolute inset-0 size-full cursor-inherit opacity-0"
          />
          <span
            aria-hidden="true"
            className={`pointer-events-none absolute inset-0 border-2 transition-colors ${isChosen ? 'border-mulberry' : 'border-transparent'}`}
          />
          <span
            aria-hidden="true"
            className={`pointer-events-none absolute top-2.5 right-2.5 flex size-7 items-center justify-center border transition-colors ${
              isChosen ? 'border-mulberry bg-mulberry text-paper' : 'border-edge bg-paper text-transparent'
            }`}
          >
            <Check strokeWidth={2} className="size-4" />
          </span>
        </span>
        <span className="wrap-any mt-2.5 block font-serif text-name leading-tight">{title}</span>
        <span className="wrap-any mt-0.5 block text-ink-soft text-small leading-snug">
          {[colour, fibres].filter(Boolean).join(' · ')}
        </span>
        {character && <span className="wrap-any mt-1.5 block text-small leading-snug">{character}</span>}
        {title !== name && (
          <span className="wrap-any mt-1.5 block text-ink-soft text-small leading-snug">As in the {name}</span>
        )}
      </label>
    </li>
  )
}

type ChosenSet = { cloths: readonly string[]; pricePence: Pence; imageUrl: string | null }

/** Puts the set into the cart in place of an earlier one, and shows a toast. A full cart stays as it is. */
function putSamples({ cloths, pricePence, imageUrl }: ChosenSet): void {
  const there = cart.get().some(isSamples)
  if (!there && cart.get().length >= maxLines) {
    void toast(fullCart)
    return
  }
  const set: CartLine = {
    id: samplesId,
    name: samplesName,
    price: poundsFromPence(pricePence),
    quantity: 1,
    size: sizeOfCloths(cloths),
    imageUrl,
  }
  cart.update((lines) => [...lines.filter((line) => !isSamples(line)), set])
  sayAdded({
    title: there ? 'Cart Updated' : 'Added to Cart',
    description: there ? 'Your fabric samples have been changed' : 'Your fabric samples are in your cart',
  })
}
