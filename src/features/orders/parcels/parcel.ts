import { isBeforeDispatch, type OrderStatus } from '../order-state.ts'

/** A parcel of an order, as its pages, its e-mails and the back office show it. */
export type Parcel = {
  /** Null: the parcel of an order that was sent before parcels had rows, with everything in it. */
  id: number | null
  carrier: string | null
  tracking_number: string | null
  /** The carrier's page of it; null without a number, and for a carrier without one. */
  tracking_url: string | null
  /** ISO; null for an order whose day is not known. */
  shipped_at: string | null
  /** 'YYYY-MM-DD': the day it is with the customer at the latest, or arrived; null where none is known. */
  arrive_by: string | null
  /** By the position of the order's line. */
  pieces: Piece[]
}
export type Piece = { position: number; quantity: number }

/** The pieces of lines that are in no parcel and not cancelled. */
export function openPieces(
  lines: readonly { position: number; quantity: number; cancelled: number }[],
  parcels: readonly Pick<Parcel, 'pieces'>[],
): Piece[] {
  return lines
    .map(({ position, quantity, cancelled }) => ({
      position,
      quantity: quantity - cancelled - sentPieces(parcels, position),
    }))
    .filter(({ quantity }) => quantity > 0)
}

/** How many pieces of a line have left. */
export function sentPieces(parcels: readonly Pick<Parcel, 'pieces'>[], position: number): number {
  const pieces = parcels.flatMap((parcel) => parcel.pieces)
  return pieces.reduce((sum, piece) => sum + (piece.position === position ? piece.quantity : 0), 0)
}

/** Whether a part of an order has left, and the rest not yet. */
export function isPartSent({
  status,
  parcels,
}: {
  status: OrderStatus
  parcels: readonly Pick<Parcel, 'id'>[]
}): boolean {
  return isBeforeDispatch(status) && parcels.some(({ id }) => id !== null)
}
