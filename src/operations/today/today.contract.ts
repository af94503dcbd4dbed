import { z } from 'zod'
import { orderPlaces } from '#features/orders/admin/api/order-views.ts'
import { contract, time } from '#platform/http/contract.ts'

const day = z.string()

/** The orders of one step of the work, their pieces, and the first day that one of them was promised for. */
const Step = z.object({ orders: z.int(), pieces: z.int(), first: day.nullable() })

const DueOrder = z.object({
  order_number: z.string(),
  customer_name: z.string().nullable(),
  dispatch_by: day,
  order_view: z.enum(orderPlaces),
})

/** What waits for the owner today. Days are 'YYYY-MM-DD' in shop time. */
export const readToday = contract({
  name: 'today',
  method: 'GET',
  caller: 'administrators',
  response: z.object({
    /** The shop's clock, and its day. */
    now: time,
    today: day,
    /** Whether she moves pieces on the board: it then says what is to be cut, and what to be sewn and packed. */
    on_board: z.boolean(),
    to_cut: Step,
    to_pack: Step,
    to_post: Step,
    /**
     * Orders that have not been posted: `late`, promised for a day before today; `soon`, for today or a day up to
     * `until`, the third working day from now. The first of both are listed.
     */
    due: z.object({ until: day, late: z.int(), soon: z.int(), orders: z.array(DueOrder) }),
    to_answer: z.object({ messages: z.int(), returns: z.int(), payments: z.int(), orders: z.int(), reviews: z.int() }),
  }),
})
export type Today = z.output<typeof readToday.response>
export type DueOrder = z.output<typeof DueOrder>
