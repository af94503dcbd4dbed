import { z } from 'zod'

/** What is in a parcel, by the position of the order's line. */
export const Pieces = z
  .array(z.object({ position: z.int().min(0).max(32_767), quantity: z.int().min(1).max(20) }))
  .min(1, 'Please choose what is in the parcel.')
  .max(100)
