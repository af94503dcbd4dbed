import { late } from '#ui/late.tsx'

const list = late(() => import('./waiting-list-view.tsx').then(({ WaitingListView }) => WaitingListView))
const absent = late(() => import('./absent-garment-view.tsx').then(({ AbsentGarmentView }) => AbsentGarmentView))

/** Replaces the buying form while a pre-order is sold out; its loader awaits `waitingListReady`. */
export const WaitingList = list.Late
export const waitingListReady = list.ready

/** Replaces the page of a product that was public and is inactive; its loader awaits `absentGarmentReady`. */
export const AbsentGarment = absent.Late
export const absentGarmentReady = absent.ready
