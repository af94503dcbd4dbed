import { late } from '#ui/late.tsx'

const list = late(() => import('./waiting-list-view.tsx').then(({ WaitingListView }) => WaitingListView))
const absent = late(() => import('./absent-garment-view.tsx').then(({ AbsentGarmentView }) => AbsentGarmentView))

/** Stands in place of the buying form while every place of a pre-order is taken; its loader awaits `waitingListReady`. */
export const WaitingList = list.Late
export const waitingListReady = list.ready

/** Stands in place of a garment that was public and is not made at the moment; its loader awaits `absentGarmentReady`. */
export const AbsentGarment = absent.Late
export const absentGarmentReady = absent.ready
