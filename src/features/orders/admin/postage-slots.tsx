import { type ComponentType, createContext, type ReactNode, use } from 'react'
import type { Piece } from '../parcels/parcel.ts'
import type { OrderRow } from './order.ts'

/** What the list of orders and an open order show of postage; `src/app` gives it, since postage is above orders. */
export type PostageSlots = {
  /** Reads the parcels of these orders for the parts below. */
  Parcels: ComponentType<{ orders: readonly OrderRow[]; children: ReactNode }>
  /** The bulk action, and what it led to. */
  Action: ComponentType<{ picked: readonly OrderRow[]; onPick: (ids: readonly string[]) => void }>
  /** Where an order's parcel is, and what keeps it back. */
  Note: ComponentType<{ order: OrderRow }>
  /** Gives a parcel with a part of an order to Click & Drop. */
  Part: ComponentType<PartProps>
}

type PartProps = { order: OrderRow; pieces: readonly Piece[]; onGiven: () => void }

export const PostageContext = createContext<PostageSlots | null>(null)

/** The parcels of these orders, for the parts inside. */
export function PostedOrders({ orders, children }: { orders: readonly OrderRow[]; children: ReactNode }) {
  const slots = use(PostageContext)
  return slots ? <slots.Parcels orders={orders}>{children}</slots.Parcels> : children
}

export function PostageAction(props: { picked: readonly OrderRow[]; onPick: (ids: readonly string[]) => void }) {
  const slots = use(PostageContext)
  return slots && <slots.Action {...props} />
}

export function PostagePart(props: PartProps) {
  const slots = use(PostageContext)
  return slots && <slots.Part {...props} />
}

export function PostageNote(props: { order: OrderRow }) {
  const slots = use(PostageContext)
  return slots && <slots.Note {...props} />
}
