/** A topic of the contact form. `id`: as the form sends it; `bring`: what to include, so that one answer is enough. */
export type Topic = { id: string; name: string; subject: string; bring: string }

/** The topics that a fresh shop begins with; the owner changes them in the settings. Only the contact page shows them. */
export const topics: readonly Topic[] = [
  { id: 'order', name: 'My order', subject: 'My order', bring: 'Your order number, from the confirmation e-mail.' },
  { id: 'size', name: 'Size advice', subject: 'Size advice', bring: 'The garment, your bust, waist, hips and height.' },
  {
    id: 'delivery',
    name: 'Delivery',
    subject: 'Delivery',
    bring: 'Your order number, and what the tracking says.',
  },
  {
    id: 'return',
    name: 'A return or a fault',
    subject: 'Return or fault',
    bring: 'Your order number; for a fault, photos of it and of the whole garment.',
  },
  {
    id: 'several',
    name: 'Several garments, a choir, bridesmaids, press',
    subject: 'Several garments or press',
    bring: 'How many, by when, and for what occasion.',
  },
  {
    id: 'data',
    name: 'My data, or a complaint about its use',
    subject: 'Data protection',
    bring: 'What you would like to know or change. We acknowledge complaints within 30 days.',
  },
]
