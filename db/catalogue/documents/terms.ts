import { type Document, fact, law, link, mail, p, part, section, ul } from './write.ts'

export const terms: Document = {
  name: 'Terms & Conditions',
  description: ['What you and we agree when you order: prices, payment, making, delivery, and your right to cancel.'],
  layout: 'text',
  title: ['Terms & Conditions'],
  lead: [
    'What you and we agree when you place an order, in plain words. Nothing here takes away your legal rights as a consumer.',
  ],
  blocks: [
    ...section(
      'who-we-are',
      'Who we are',
      p('You buy from:'),
      part('address'),
      p('E-mail: ', mail(), '. We answer within ', fact('responseDays'), ' business days.'),
    ),
    ...section(
      'ordering',
      'Ordering',
      p(
        'You order by paying on the payment page. The contract is made when we confirm your order by e-mail. Keep that e-mail: it lists the garments, the sizes, the amounts and the latest dispatch date.',
      ),
      p('If we can’t make what you ordered, or a price was plainly wrong, we tell you and refund everything you paid.'),
    ),
    ...section(
      'making',
      'Made to order',
      p(
        'Every garment is made after you order it. Production time is ',
        fact('productionTimeCounted'),
        ', counted from the day after your order. Days when our workroom is closed are not counted either. If a garment takes more or less time, its page says so.',
        fact('fullWeeks'),
      ),
      p(
        'For a pre-order, the time is counted from the day after it ends. The garment’s page gives the day and hour it closes, in ',
        fact('clock'),
        ', and the working days it takes. Several garments in one order travel in one parcel, when the last of them is ready. Your cart shows that date before you pay.',
      ),
      p(
        'Fabric samples are cut and posted within ',
        fact('samplesDispatchDays'),
        ' working days. An order of samples alone travels as a letter, with the postage in its price; samples ordered with a garment travel in its parcel.',
      ),
      p(
        'Colours look a little different on every screen, and cloth varies a little from bolt to bolt. Sizes are body measurements, as in our ',
        link('size guide', '/size-guide'),
        ', not the measurements of the garment.',
      ),
    ),
    ...section(
      'prices',
      'Prices and payment',
      ul(
        'All prices are in pounds sterling (GBP), including VAT where applicable.',
        'Delivery is added. Your cart shows its price for your country, and the total for each service, before you go to the payment page.',
        'Payment is taken in full before production begins, when you order. That includes pre-orders.',
        [
          'Card payments are made through a card payment provider, ',
          fact('paymentProvider'),
          ', on its own page. Your card number never reaches us. Any other ways to pay shown there are offered by their own providers under their own terms.',
        ],
        'A discount code takes a percentage off the garments, not off delivery. You can use one code per order; a code may end on a certain day or after a number of uses.',
      ),
      p('If a price changes before you pay, we show you first. You never pay a total your cart didn’t show you.'),
    ),
    ...section(
      'delivery',
      'Delivery',
      p(
        'We deliver to the countries listed in the cart, and every parcel is tracked. Delivery takes the time shown beside each service, counted from dispatch.',
      ),
      p(
        'Outside the United Kingdom, you may be asked for duty, import tax or a handling charge when the parcel arrives. The destination country sets them; they are not part of our prices and are yours to pay, unless we say beside your country in the cart that we pay them.',
      ),
      p(
        'If we can’t keep the date we gave you, we tell you at once and you choose whether to wait or have your money back. ',
        ...law('risk', 'Until a parcel is in your hands, loss or damage is at our risk.'),
      ),
    ),
    ...section(
      'cancelling',
      'Cancelling and sending back',
      p(
        'There is no cancellation once production begins: the work can’t be stopped from then on. Before that, you can cancel on your order’s page or by e-mail, and we refund everything.',
      ),
      p(
        ...law(
          'cancel',
          'For garments in our standard sizes you also have the legal right to cancel within ',
          fact('cancelDays'),
          ' days from the day after you receive them, without giving a reason.',
        ),
        ' ',
        ...law(
          'exempt',
          'Garments made to your own measurements or changed to your wishes are exempt, and we tell you so before you pay.',
        ),
        ' How to cancel, and a form for it, are in ',
        link('Returns & Refunds', '/returns-refunds'),
        '.',
      ),
    ),
    ...section(
      'faults',
      'Faults and our responsibility',
      p(
        ...law(
          'faults',
          'We are under a legal duty to supply goods that are as described, fit for purpose and of satisfactory quality.',
        ),
        ' If they are not, you have all ',
        link('your rights', '/returns-refunds#faulty'),
        ' under the Consumer Rights Act 2015.',
      ),
      p(
        'We are responsible for loss you suffer that is a foreseeable result of our breaking this contract or of our failing to take reasonable care. ',
        ...law(
          'liability',
          'We do not exclude responsibility for death or injury caused by negligence, for fraud, or for anything else the law does not let us exclude.',
        ),
        ' We sell for private use.',
      ),
    ),
    ...section(
      'the-rest',
      'Law and complaints',
      p(
        'These terms are governed by the law of ',
        fact('governingLaw'),
        '. ',
        ...law(
          'home',
          'If you live in Scotland, Northern Ireland or another country, you keep the protection of any local rules that a contract can’t override, and you can go to the courts where you live.',
        ),
      ),
      p(
        'Please bring a complaint to us first, at ',
        mail('Complaint'),
        ': a person will read and answer it. What we do with your data is explained in the ',
        link('Privacy Policy', '/privacy-policy'),
        '.',
      ),
      p('The terms shown here on the day you ordered apply to your order.'),
    ),
  ],
}
