/** What codes brought, by the code; those that brought nothing are not in it. `now`: by the shop's clock, ISO. */
export type DiscountTakingsAnswer = {
  now: string
  /** Paid orders, and what they came to in pounds, less what was given back. */
  takings: Record<string, { orders: number; total: number }>
}
