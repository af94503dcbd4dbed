import { providerInTexts } from '#platform/payments/provider-info.ts'
import { shop } from '#shop'
import { Link } from '#ui/link.tsx'
import { MailLink } from '../mail-link.tsx'
import type { TextSection } from '../text-page.tsx'

export const accessibilitySections: TextSection[] = [
  {
    id: 'aim',
    title: 'What we aim for',
    body: (
      <>
        <p>
          This website is built to meet the Web Content Accessibility Guidelines (WCAG) 2.2 at level AA, on every page,
          including your account and the checkout up to the payment page. In practice you can:
        </p>
        <ul>
          <li>do everything with the keyboard alone and always see where you are;</li>
          <li>use a screen reader: pictures are described, fields are labelled, and changes are announced;</li>
          <li>enlarge text to 200%, or the page to 400%, without scrolling sideways;</li>
          <li>read it in light or dark mode: the colours follow your device and keep their contrast in both;</li>
          <li>pause the moving line under the header, which keeps still if your device asks for less motion;</li>
          <li>browse garments, sizes and every page of text without JavaScript.</li>
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
          Before a change is published, axe-core checks the pages in Chromium at phone and desktop widths, and an
          automated test goes through the shop by keyboard, finding fields and buttons by the names a screen reader
          would speak. We calculate the contrast of our colours.
        </p>
        <p>
          The site has had no outside audit, and people who use screen readers or switches every day have not yet tested
          it for us. Automated tests find only some barriers, so we don’t claim full conformance.
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
          Ordering, signing in and the forms need JavaScript. If you can’t use it, write to <MailLink /> and we’ll find
          a way.
        </li>
        <li>
          You pay on a page run by {providerInTexts}, our payment provider, who are responsible for its accessibility.
          If it stops you, write to us and we’ll find another way.
        </li>
        <li>
          Each picture is described in a sentence, which can’t tell you how a cloth feels. Ask, and we’ll describe it as
          fully as you like.
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
          letter to the address there. Tell us the page, what you wanted to do and, if you like, what you use. A person
          will answer within {shop.policies.responseDays.replace('-', '–')} business days to say that it’s fixed, or
          when it will be and how to get what you came for in the meantime. You can ask for any text here in large print
          or as a plain e-mail.
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
          Under the Equality Act 2010, businesses that sell to the public must make reasonable adjustments so that
          disabled people are not put at a substantial disadvantage. In Northern Ireland the law is the Disability
          Discrimination Act 1995.
        </p>
        <p>
          If you are not happy with our answer, the{' '}
          <a href="https://www.equalityadvisoryservice.com/">Equality Advisory and Support Service</a> advises you in
          England, Scotland and Wales, and the <a href="https://www.equalityni.org/">Equality Commission</a> in Northern
          Ireland.
        </p>
      </>
    ),
  },
]
