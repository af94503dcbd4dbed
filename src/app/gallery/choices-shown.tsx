import { useState } from 'react'
import { QuantityField } from '#features/cart/quantity-field.tsx'
import { CheckField, Choice } from '#ui/choice-field.tsx'
import { SmallSelect } from '#ui/small-select.tsx'
import { Shown, States } from './shown.tsx'

const ways = ['By Tracked 48', 'By Tracked 24'] as const
const statuses = [
  { id: 'pending', name: 'Pending' },
  { id: 'shipped', name: 'Shipped' },
] as const

export function ChoicesShown() {
  const [way, setWay] = useState<string>(ways[0])
  const [ticked, setTicked] = useState(true)
  const [status, setStatus] = useState<(typeof statuses)[number]['id']>('pending')
  const [quantity, setQuantity] = useState(1)
  return (
    <Shown title="Choices">
      <States>
        <fieldset>
          <legend className="label text-ink-soft">Choose one</legend>
          {ways.map((name) => (
            <Choice key={name} name="way" checked={name === way} onChange={() => setWay(name)}>
              {name}
            </Choice>
          ))}
        </fieldset>
        <div>
          <CheckField label="Ticked or not" name="ticked" checked={ticked} onChange={setTicked} />
          <CheckField label="The reverse" name="other" checked={!ticked} onChange={(on) => setTicked(!on)} />
        </div>
        <SmallSelect label="Status of an order" value={status} choices={statuses} onChoose={setStatus} />
        <QuantityField quantity={quantity} onChange={setQuantity} />
      </States>
    </Shown>
  )
}
