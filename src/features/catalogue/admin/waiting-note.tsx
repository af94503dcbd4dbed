import { useWaitingCounts } from './product-queries.ts'
import { howManyWait, inWhichSizes } from './waiting-labels.ts'

/** In a garment's form: how many wait for it, and in which sizes. Nothing where nobody does. */
export function WaitingNote({ productId, sizes }: { productId: string; sizes: readonly string[] }) {
  const counts = useWaitingCounts().get(productId) ?? []
  const many = howManyWait(counts)
  if (!many) return null
  return (
    <p className="wrap-any mt-4 border-mulberry/60 border-l-2 pl-4 text-small">
      <strong className="font-medium">{many}</strong> to order it, in {inWhichSizes(counts, sizes)}.{' '}
      <span className="text-ink-soft">They have an e-mail once it is active and has places.</span>
    </p>
  )
}
