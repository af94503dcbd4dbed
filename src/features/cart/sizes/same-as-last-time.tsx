import { printedSize } from '#features/catalogue/sizes/size.ts'
import { toast } from '#ui/toast.ts'
import { cart } from '../cart.ts'
import { setSize } from '../cart-changes.ts'
import type { CartFact } from '../cart-facts.ts'
import type { CartLine } from '../cart-lines.ts'
import type { LastSize } from './last-sizes.ts'

type Props = { line: CartLine; fact: CartFact | undefined; lastSizes: readonly LastSize[] | null }

/** A line of the cart in the size, and for the height, of the customer's last garment of its kind, in one press. */
export function SameAsLastTime({ line, fact, lastSizes }: Props) {
  const last = fact && lastSizes?.find(({ kind, size }) => kind === fact.kind && fact.sizes.includes(size))
  if (!last) return null
  const height = fact.isHemmed ? last.height_cm : null
  const hem = height === null ? null : { heightCm: height, heelCm: last.heel_cm ?? 0 }
  const isHemSame = hem === null || (line.heightCm === hem.heightCm && (line.heelCm ?? 0) === hem.heelCm)
  const isSame = line.size === last.size && isHemSame
  if (isSame) return null

  function take(size: string) {
    const before = cart.get()
    cart.update((lines) => setSize(lines, line, size, hem))
    const now = JSON.stringify(cart.get())
    void toast({
      title: 'Same as last time',
      description: `${line.name}: ${printedSize(size)}${height === null ? '' : `, ${height} cm`}`,
      tone: 'success',
      about: 'same-as-last-time',
      action: {
        label: 'Undo',
        onPress: () => cart.update((lines) => (JSON.stringify(lines) === now ? before : lines)),
      },
    })
  }

  return (
    <p className="col-span-full text-ink-soft text-small leading-snug">
      Last time: {printedSize(last.size)}
      {height !== null && `, ${height} cm`}.{' '}
      <button type="button" onClick={() => take(last.size)} className="cart-word">
        <span className="link">
          Same as last time<span className="sr-only"> for {line.name}</span>
        </span>
      </button>
    </p>
  )
}
