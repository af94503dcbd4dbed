import { shop } from '#shop'
import { Link } from '#ui/link.tsx'
import { MailLink } from '../mail-link.tsx'
import type { TextSection } from '../text-page.tsx'

export const accessibilitySections: TextSection[] = [
  {
    id: 'aim',
    title: 'What we aim at',
    body: (
      <>
        <p>
          This website is built to meet the Web Content Accessibility Guidelines (WCAG) 2.2 at level AA, on every page,
          the account and the checkout up to the payment page included. In practice you can:
        </p>
        <ul>
          <li>do everything with the keyboard alone, and always see where you are;</li>
          <li>use a screen reader: pictures are described, fields are named, and what changes is announced;</li>
          <li>enlarge text to 200 %, or the page to 400 %, without scrolling sideways;</li>
          <li>read it by day and by night: the colours follow your device, and keep their contrast in both;</li>
          <li>stop the line that moves under the header, or never see it move, if your device asks for less motion;</li>
          <li>look at garments, sizes and every page of text without JavaScript.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'tested',
    title: 'How it is tested',
    body: (
      <>
        <p>
          Before a change is published, axe-core checks the pages in Chromium at the width of a phone and of a desk, and
          a program goes through the shop by keyboard, finding fields and buttons by the names a screen reader would
          speak. The contrast of our colours is computed.
        </p>
        <p>
          No outside body has audited the site, and people who use screen readers or switches every day have not yet
          tested it for us. A program finds only part of what gets in somebody’s way, so we make no claim to full
          conformance.
        </p>
      </>
    ),
  },
  {
    id: 'limits',
    title: 'Where it falls short',
    body: (
      <ul>
        <li>
          Ordering, signing in and the forms need JavaScript. Where it cannot run, write to <MailLink /> and we find a
          way for you.
        </li>
        <li>
          You pay on the page of Stripe, our payment provider. It is theirs, and so is its accessibility; should it stop
          you, write to us and we find another way.
        </li>
        <li>
          Photographs are described in a sentence, which cannot tell how a cloth feels. Ask, and we describe it to you
          as fully as you like.
        </li>
      </ul>
    ),
  },
  {
    id: 'tell-us',
    title: 'If something stops you',
    body: (
      <>
        <p>
          Write to <MailLink subject="Accessibility" />, use the <Link to="/contact">contact form</Link>, or send a
          letter to the address there. Tell us the page, what you wanted to do and, if you like, what you use. You’ll
          have an answer from a person within {shop.policies.responseDays.replace('-', '–')} business days: either it is
          mended, or we say when it will be and how you can have what you came for meanwhile. You may ask for any text
          here in large print or as plain e-mail.
        </p>
      </>
    ),
  },
  {
    id: 'law',
    title: 'Your rights',
    body: (
      <>
        <p>
          Under the Equality Act 2010 whoever sells to the public must make reasonable adjustments, so that disabled
          people are not put at a substantial disadvantage; in Northern Ireland it is the Disability Discrimination Act
          1995.
        </p>
        <p>
          If our answer does not satisfy you, the{' '}
          <a href="https://www.equalityadvisoryservice.com/">Equality Advisory and Support Service</a> advises you in
          England, Scotland and Wales, and the <a href="https://www.equalityni.org/">Equality Commission</a> in Northern
          Ireland.
        </p>
      </>
    ),
  },
]
