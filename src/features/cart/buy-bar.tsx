import type { RefObject } from 'react'
import { formatPence, type Pence } from '#base/money.ts'
import { ukSize } from '#features/catalogue/sizes/size.ts'
import { BottomBar } from '#ui/bottom-bar.tsx'
import { Button } from '#ui/button.tsx'
import { usePlace } from '#ui/use-place.ts'

type BuyBarProps = {
  form: RefObject<HTMLElement | null>
  name: string
  pricePence: Pence
  size: string | null
  action: string
  onPress: () => void
}

/**
 * A phone's bar while the form is out of view: price and button; below the form, where the heading is far, the name
 * too.
 */
export function BuyBar({ form, name, pricePence, size, action, onPress }: BuyBarProps) {
  const place = usePlace(form)
  if (place === 'in view') return null
  return (
    <BottomBar>
      <p className="min-w-0 flex-1 basis-24 whitespace-nowrap leading-tight">
        {place === 'above' && <span className="block truncate font-serif text-name">{name}</span>}
        <span className={place === 'above' ? 'text-ink-soft' : 'text-lead'}>
          {formatPence(pricePence)}
          {size && `, ${ukSize(size)}`}
        </span>
      </p>
      <Button onClick={onPress} className="shrink-0 px-5">
        {size ? action : 'Choose a size'}
      </Button>
    </BottomBar>
  )
}
