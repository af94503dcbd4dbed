import { late } from '#ui/late.tsx'

const list = late(() => import('./waitlist-view.tsx').then(({ WaitlistView }) => WaitlistView))
const absent = late(() => import('./absent-garment-view.tsx').then(({ AbsentGarmentView }) => AbsentGarmentView))

/** Replaces the buying form while a pre-order is sold out; its loader awaits `waitlistReady`. */
export const Waitlist = list.Late
export const waitlistReady = list.ready

/** Replaces the page of a product that was public and is inactive; its loader awaits `absentGarmentReady`. */
export const AbsentGarment = absent.Late
export const absentGarmentReady = absent.ready
