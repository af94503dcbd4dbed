export type Topic = { name: string; subject: string; bring: string }

/** What people write about, and what to put into the letter so that one answer is enough. */
export const topics: readonly Topic[] = [
  { name: 'My order', subject: 'My order', bring: 'Your order number, from the confirmation e-mail.' },
  { name: 'Size advice', subject: 'Size advice', bring: 'The garment, your bust, waist, hips and height.' },
  { name: 'Delivery', subject: 'Delivery', bring: 'Your order number, and what the tracking says.' },
  {
    name: 'A return or a fault',
    subject: 'Return or fault',
    bring: 'Your order number; for a fault, photos of it and of the whole garment.',
  },
  {
    name: 'Several garments, a choir, bridesmaids, press',
    subject: 'Several garments or press',
    bring: 'How many, by when, and for what occasion.',
  },
  {
    name: 'My data, or a complaint about its use',
    subject: 'Data protection',
    bring: 'What you would like to know or to change. Complaints are acknowledged within 30 days at the latest.',
  },
]
