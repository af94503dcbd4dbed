import { formatPence, type Pence } from '#base/money.ts'

/** An amount in pounds, in tabular figures. */
export function Price({ pence, className }: { pence: Pence; className?: string }) {
  return <span className={className ? `price ${className}` : 'price'}>{formatPence(pence)}</span>
}
