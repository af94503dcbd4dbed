import type { CutOrder } from '../api/cut-list.ts'
import type { OrderInDetail } from '../details/details-answer.ts'
import type { OrderLine } from '../order.ts'

/** A row of GET cut-list: so many of one garment in one size, and for which orders. Days are 'YYYY-MM-DD'. */
export type CutRow = {
  name: string
  size: string
  quantity: number
  dispatch_by: string
  orders: CutOrder[]
}

/** A slip of GET packing-slips. */
export type Slip = { order: OrderInDetail; lines: OrderLine[] }
