import type { ReactNode } from 'react'
import type { describeZones } from '../delivery-zones.ts'
import { AccountAnswers } from './account-answers.tsx'
import { DeliveryAnswers } from './delivery-answers.tsx'
import { OrderingAnswers } from './ordering-answers.tsx'
import { PaymentAnswers } from './payment-answers.tsx'
import { ReturnAnswers } from './return-answers.tsx'
import { ShopAnswers } from './shop-answers.tsx'
import { SizeAnswers } from './size-answers.tsx'

export type Zones = ReturnType<typeof describeZones>

/** The sections of the FAQ in order; `id`: their anchors. */
export const faqSections: readonly { id: string; title: string; answers: (zones: Zones) => ReactNode }[] = [
  { id: 'ordering', title: 'Ordering', answers: () => <OrderingAnswers /> },
  { id: 'sizing', title: 'Sizing', answers: () => <SizeAnswers /> },
  { id: 'delivery', title: 'Delivery', answers: (zones) => <DeliveryAnswers zones={zones} /> },
  { id: 'payment', title: 'Payment', answers: () => <PaymentAnswers /> },
  { id: 'returns', title: 'Returns', answers: () => <ReturnAnswers /> },
  { id: 'account', title: 'Account and privacy', answers: () => <AccountAnswers /> },
  { id: 'the-shop', title: 'The shop', answers: () => <ShopAnswers /> },
]
