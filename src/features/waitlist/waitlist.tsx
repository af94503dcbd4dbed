import { lazyComponent } from '#ui/lazy-component.tsx'

const list = lazyComponent(() => import('./waitlist-view.tsx').then(({ WaitlistView }) => WaitlistView))
const absent = lazyComponent(() =>
  import('./absent-garment-view.tsx').then(({ AbsentGarmentView }) => AbsentGarmentView),
)

/** Replaces the buying form while a pre-order is sold out; its loader awaits `waitlistReady`. */
export const Waitlist = list.Component
export const waitlistReady = list.ready

/** Replaces the page of a product that was public and is inactive; its loader awaits `absentGarmentReady`. */
export const AbsentGarment = absent.Component
export const absentGarmentReady = absent.ready
