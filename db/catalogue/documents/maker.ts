import { type Document, fact, text } from './write.ts'

/** The maker's page of a new shop: a draft of a page of the owner's own, which has no words before she writes them. */
export const maker: Document = {
  name: 'The maker',
  description: ['Who cuts, sews and posts every order at ', fact('shopName'), '.'],
  layout: 'story',
  title: ['The maker'],
  lead: [],
  blocks: [
    { type: 'picture', picture: { name: '' }, alt: '' },
    text(),
    {
      type: 'buttons',
      entries: [
        { text: 'See the garments', to: '/shop', look: 'solid' },
        { text: 'How each garment is made', to: '/about', look: 'line' },
      ],
    },
  ],
}
