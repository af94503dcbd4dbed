import { shop } from '#shop'
import { Link } from '#ui/link.tsx'
import { MailLink } from '../mail-link.tsx'
import type { TextSection } from '../text-page.tsx'
import { TraderAddress } from '../trader-address.tsx'

export const privacySections: TextSection[] = [
  {
    id: 'who',
    title: 'Who is responsible',
    body: (
      <>
        <TraderAddress />
        <p>
          Write to <MailLink subject="Data protection" /> about anything on this page.
        </p>
      </>
    ),
  },
  {
    id: 'what',
    title: 'What we keep, and why',
    body: (
      <>
        <h3>When you order</h3>
        <p>
          Your name, e-mail address, telephone number if you give one, delivery address, what you ordered and what you
          paid. We need them to make, send and account for your order: that is our contract with you, and the tax law. A
          checkout that is never paid leaves no name or address with us.
        </p>
        <p>
          While you check out with a garment of which only a few are made, we keep your network address in a scrambled
          form that cannot be read back, so that one visitor cannot reserve them all. It is deleted when you have paid
          or when the payment page closes, about half an hour later.
        </p>
        <p>
          If you ask us to cut to the measurements you gave the size finder, they stand with that garment in your order,
          so that whoever sews it can see them. They are kept and erased with the order.
        </p>
        <h3>When you make an account</h3>
        <p>
          Your e-mail address and your password, which is kept only in a form that cannot be read back. If you choose to
          get codes by text message when you sign in, your telephone number too. An account is never needed to order.
        </p>
        <h3>When you ask to be notified</h3>
        <p>
          Your e-mail address, and when, where, under which words and from which network address you gave it, because
          you consented. You can end that at any time, by the link in every such letter or by writing to us; nothing
          else changes when you do.
        </p>
        <h3>When you wait for a garment</h3>
        <p>
          Your e-mail address, the garment, the size if you name one, and the same proof of your consent. You are
          written to when it can be ordered again, and for nothing else.
        </p>
        <h3>When you write to us</h3>
        <p>Your letter and our answer, because we have an interest in answering you well.</p>
        <h3>When you look at these pages</h3>
        <p>
          Our server keeps technical records, network addresses among them, to find faults and to stop abuse. That is
          our legitimate interest, and they are used for nothing else.
        </p>
        <p>
          We also count how quick the shop is. When you leave, your browser tells us in a few figures how long the page
          took to appear and to answer and whether it jumped, with the kind of page it was and whether the screen was a
          phone’s. They are added up by the day and dropped after ninety. No name, address or number goes with them, so
          nobody can be told from anybody else. A browser that asks not to be tracked (“Do Not Track”, Global Privacy
          Control) or to save data sends none.
        </p>
      </>
    ),
  },
  {
    id: 'your-browser',
    title: 'What stays in your browser',
    body: (
      <>
        <p>We set no cookies. Your own browser keeps, where nobody else can read it:</p>
        <ul>
          <li>your cart, the country it goes to and a discount code in use;</li>
          <li>whether you measure in centimetres or inches, and what the size finder found for you;</li>
          <li>the garments you looked at last;</li>
          <li>your session, while you are signed in, and when you last signed out.</li>
        </ul>
        <p>
          Each is there because of something you did and for the service you asked for. Nothing follows you to other
          sites and nothing is there for advertising. The law asks for a banner where that is otherwise, so there is
          none.
        </p>
        <p>
          Clearing this site’s data in your browser removes all of it. On a shared computer, sign out and do that, and
          nothing of yours is left there.
        </p>
      </>
    ),
  },
  {
    id: 'who-else',
    title: 'Who else sees it',
    body: (
      <>
        <p>Only those without whom the work cannot be done, each only what it needs:</p>
        <ul>
          <li>Stripe, our card payment provider, which takes your payment on its own page under its own terms;</li>
          <li>the carrier ({shop.carriers.map(({ name }) => name).join(', ')}), which needs your name and address;</li>
          <li>the companies that run our server and deliver our e-mail; for launch letters that may be Klaviyo;</li>
          <li>if you get codes by text message, the company that sends them, which needs your number and the code;</li>
          <li>our accountant and the tax authorities, as far as the law asks.</li>
        </ul>
        <p>
          Some of them work outside the United Kingdom. Where they do, the transfer rests on the safeguards the law
          accepts, such as an adequacy decision or the standard contract clauses. We sell your data to no one.
        </p>
      </>
    ),
  },
  {
    id: 'how-long',
    title: 'How long we keep it',
    body: (
      <ul>
        <li>Orders: six years after the end of the tax year they fall in, as the tax law asks.</li>
        <li>
          Accounts: until you erase yours, which you can do at any time at <Link to="/account">your account</Link>, or
          ask us to.
        </li>
        <li>
          The notification list: until you leave it, and for two years after that the proof of what you agreed to,
          unless you ask us to erase it. A note that you left stays, unreadable as an address, so that you are not
          written to again. Who does not confirm an address when we ask is forgotten after 30 days.
        </li>
        <li>
          Waiting lists: until a week after you were told, and twelve months at the most. Who does not confirm an
          address when we ask is forgotten after 30 days.
        </li>
        <li>
          How quickly our pages were shown: counts by the day, for 90 days. They hold no address, no cookie and nothing
          of a single visit, and a browser that asks not to be followed is not counted.
        </li>
        <li>Letters: as long as your question or your order is open, and as long as a claim from it may be made.</li>
      </ul>
    ),
  },
  {
    id: 'your-rights',
    title: 'Your rights',
    body: (
      <>
        <p>You may at any time, and without paying:</p>
        <ul>
          <li>ask what we have about you, and get a copy, also in a form another service can read;</li>
          <li>have mistakes put right;</li>
          <li>have data erased, or its use limited, where no law makes us keep it;</li>
          <li>object to what we do in our own interest, and to any advertising letter at once;</li>
          <li>take back a consent, for the time to come.</li>
        </ul>
        <p>
          With an account you download your copy, and erase it, at <Link to="/account">your account</Link>. For anything
          else write to <MailLink subject="Data protection" />. We answer within a month. A complaint about how we use
          your data is acknowledged within 30 days at the latest and looked into without delay; you may also go to the
          Information Commissioner’s Office, at <a href="https://ico.org.uk/make-a-complaint/">ico.org.uk</a>.
        </p>
        <p>
          How we sell is set out in our <Link to="/terms-conditions">Terms &amp; Conditions</Link>.
        </p>
      </>
    ),
  },
]
