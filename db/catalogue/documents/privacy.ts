import { type Document, fact, h3, law, link, mail, p, part, section, ul } from './write.ts'

export const privacy: Document = {
  name: 'Privacy Policy',
  description: ['What we keep about you, why, for how long, who else sees it, and how to change or remove it.'],
  layout: 'text',
  title: ['Privacy Policy'],
  lead: [
    'What we keep about you, why, for how long and who else sees it. We never sell your data, and there is no advertising or tracking on these pages.',
  ],
  blocks: [
    ...section(
      'who',
      'Who is responsible',
      part('address'),
      p('Write to ', mail('Data protection'), ' about anything on this page.'),
    ),
    ...section(
      'what',
      'What we keep, and why',
      h3('When you order'),
      p(
        'Your name, e-mail address, telephone number if you give one, delivery address, what you ordered and what you paid. We need them to make, send and account for your order: our contract with you and tax law require it. If you start a checkout and don’t pay, we keep no name or address. If we write an order down for you, at a fair or by telephone, or you add garments to one, we keep the same details; an order that isn’t paid is deleted within a year. We may keep a note for ourselves, such as a wish you told us about. It is in the copy of your data, and is erased with your account.',
      ),
      p(
        'While you check out with a limited garment or a limited discount code, or while we limit how much we sew in a week, we keep your network address in a scrambled form that can’t be read back, so that one visitor can’t reserve every piece, use or week. We delete it when you have paid or when the payment page closes, after about half an hour; for garments that you add to an order, after about a day.',
      ),
      p(
        'If you send us your height, the heel of your shoes or the measurements you gave the size finder, we keep them with that garment in your order, so that the person who sews it can see them. A gift note is kept with the order too. All of them are erased with your account.',
      ),
      p(
        'If you agree to it in your account, we look up the size and height of your last order for your next one. You can take that back there at any time; we then delete the heights and measurements of orders that have left. An order we are still making keeps its own, since we sew to them.',
      ),
      p(
        'If you change the delivery address of an order, we e-mail you a code and keep the new address until you enter it, so that someone else with your link can’t send your parcel elsewhere. A code lasts 20 minutes. An address that isn’t confirmed is deleted within two days.',
      ),
      p(
        'If you send something back, we keep what you write and the photographs you add with your order, to answer you and to account for the refund. Only we see the photographs. What you wrote and the photographs are deleted when you erase your account.',
      ),
      h3('When you review a garment'),
      p(
        'Your star rating and words, the size you bought, how it fitted, the name you choose to show and, if you add them, your height and photographs. We rely on your consent, and publish them on the garment’s page for everyone to read. The photographs we show carry no place or camera data. Visitors never see your order or your address. You can erase a review at any time using the link in our e-mail or on your order’s page; it goes with your account too.',
      ),
      p(
        'We ask you for a review once, three weeks after your order arrives, because we have a legitimate interest in knowing how our garments turn out. You can object using the link in that e-mail; we then keep a note, scrambled so that it can’t be read as an address, so that we don’t ask again.',
      ),
      h3('When you make an account'),
      p(
        'Your e-mail address and your password, which we keep only in a form that can’t be read back. If you choose to get sign-in codes by text message, your telephone number too. You don’t need an account to order.',
      ),
      h3('When you ask to be notified'),
      p(
        'Your e-mail address, and when, where and from which network address you signed up and the wording you agreed to. We rely on your consent. ',
        ...law(
          'privacy',
          'You can withdraw it at any time using the link in each of these e-mails or by writing to us; nothing else changes.',
        ),
      ),
      h3('When you join a waiting list'),
      p(
        'Your e-mail address, the garment, the size if you give one, and the same record of your consent. We e-mail you when you can order it again, and use your address for nothing else.',
      ),
      h3('When you write to us'),
      p('Your message and our answer, because we have a legitimate interest in answering you well.'),
      h3('When you visit these pages'),
      p(
        'Our server keeps technical records, including network addresses, to find faults and stop abuse. That is our legitimate interest, and we use them for nothing else.',
      ),
    ),
    ...section(
      'your-browser',
      'What stays in your browser',
      p('We set no cookies. Your own browser keeps these things, and other websites can’t read them:'),
      ul(
        'your cart, your delivery country and service, any discount code or gift note, and which payments you made here;',
        'whether you use centimetres or inches, your height, the heel of your shoes and your size finder result;',
        'the garments you viewed recently, and those you saved;',
        'until you close the tab, that you stopped the moving line under the header;',
        'your session, while you are signed in, when you last signed out, and after signing up your e-mail address, until you sign in.',
      ),
      p(
        'Each is there because of something you did, to give you the service you asked for. Nothing follows you to other sites and nothing is for advertising, so the law doesn’t require a cookie banner.',
      ),
      p(
        'Clearing this site’s data in your browser removes all of it. On a shared computer, sign out and then clear it, and nothing of yours is left behind.',
      ),
    ),
    ...section(
      'who-else',
      'Who else sees it',
      p('Only the companies we need to run the shop, and each sees only what it needs:'),
      ul(
        [
          fact('paymentProvider'),
          ', our card payment provider, which takes your payment on its own page under its own terms;',
        ],
        [
          'the carrier (',
          fact('carriers'),
          '), which needs your name and address, your e-mail address and telephone number for news of the delivery, and for customs what is in the parcel;',
        ],
        'the companies that run our server and deliver our e-mail, which may include Klaviyo for launch e-mails;',
        'if you get codes by text message, the company that sends them, which needs your number and the code;',
        'our accountant and the tax authorities, as far as the law requires.',
      ),
      p(
        'Some of them work outside the United Kingdom. Where they do, we rely on safeguards the law accepts, such as an adequacy decision or standard contractual clauses. We never sell your data.',
      ),
    ),
    ...section(
      'how-long',
      'How long we keep it',
      ul(
        'Orders: six years after the end of the tax year they fall in, as tax law requires.',
        [
          'Accounts: until you erase yours, which you can do at any time in ',
          link('your account', '/account'),
          ', or ask us to.',
        ],
        'The notification list: until you unsubscribe. We keep a record of what you agreed to for two more years, unless you ask us to erase it. We also keep a note that you unsubscribed, scrambled so that it can’t be read as an address, so that we don’t write to you again. Unconfirmed addresses are deleted after 30 days.',
        'Waiting lists: until a week after we e-mail you, and twelve months at most. Unconfirmed addresses are deleted after 30 days.',
        'Network addresses: 90 days in the record of changes to orders, and a year in the record of sign-ins to accounts.',
        'Reviews: until you erase yours, or ask us to.',
        'Messages: as long as your question or order is open, and as long as a claim could arise from it.',
      ),
    ),
    ...section(
      'your-rights',
      'Your rights',
      p('You can do any of these at any time, free of charge:'),
      ul(
        [
          ...law(
            'privacy',
            'ask what we hold about you and get a copy, in a form another service can read if you like;',
          ),
        ],
        [...law('privacy', 'have mistakes corrected;')],
        [...law('privacy', 'have your data erased or its use limited, unless the law makes us keep it;')],
        [...law('privacy', 'object to anything we do in our own interest, and to any marketing e-mail;')],
        [...law('privacy', 'withdraw your consent for the future.')],
      ),
      p(
        'If you have an account, you can download or erase your data in ',
        link('your account', '/account'),
        '. For anything else, write to ',
        mail('Data protection'),
        '. ',
        ...law('privacy', 'We answer within a month.'),
        ' If you complain about how we use your data, we acknowledge it within 30 days and look into it without delay. ',
        ...law(
          'privacy',
          'You can also complain to the Information Commissioner’s Office, at ',
          link('ico.org.uk', 'https://ico.org.uk/make-a-complaint/'),
          '.',
        ),
      ),
      p('How we sell is set out in our ', link('Terms & Conditions', '/terms-conditions'), '.'),
    ),
  ],
}
