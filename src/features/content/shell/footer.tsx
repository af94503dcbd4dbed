import { shop } from '#shop'
import { Link } from '#ui/link.tsx'
import { Rule } from '#ui/rule.tsx'
import { legalLinks } from './links.ts'
import { Wordmark } from './wordmark.tsx'

const footerLink = 'inline-flex min-h-11 items-center leading-tight'

/** The foot of every page. year: of the copyright line, in shop time. */
export function Footer({ year }: { year: number | null }) {
  return (
    <footer className="mt-[clamp(5rem,11vw,10rem)] foot bg-mulberry text-paper">
      <div className="page py-[clamp(3rem,6vw,5.5rem)]">
        <div className="grid gap-y-10 md:grid-cols-2 lg:grid-cols-[1fr_auto_auto] lg:gap-x-24">
          <div className="md:max-lg:col-span-2">
            <Wordmark className="text-[clamp(2rem,7.6vw,4rem)]" />
            <ul className="label mt-6 flex flex-wrap gap-x-6 gap-y-1 text-paper/85">
              {shop.tagline.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
            <p className="mt-5 flex flex-wrap gap-x-6">
              <Link to="/account" className={footerLink}>
                <span className="link hover:text-paper">Your account</span>
              </Link>
              <Link to="/find-order" className={footerLink}>
                <span className="link hover:text-paper">Find your order</span>
              </Link>
            </p>
          </div>
          <FooterList title={shop.social.length > 0 ? 'Write and follow' : 'Write'}>
            <FooterLink href={`mailto:${shop.email}`}>{shop.email}</FooterLink>
            {shop.social.map(({ name, url }) => (
              <FooterLink key={url} href={url}>
                {name}
              </FooterLink>
            ))}
          </FooterList>
          <FooterList title="The small print">
            {legalLinks.map(({ name, to }) => (
              <li key={to}>
                <Link to={to} className={footerLink}>
                  <span className="link hover:text-paper">{name}</span>
                </Link>
              </li>
            ))}
          </FooterList>
        </div>
        <Rule className="mt-14 text-paper/45" />
        <p className="mt-5 text-paper/85 text-small">
          © {year} {shop.name}. All rights reserved.
        </p>
      </div>
    </footer>
  )
}

function FooterList({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div>
      <h2 className="label text-paper/85">{title}</h2>
      <ul className="mt-3">{children}</ul>
    </div>
  )
}

function FooterLink({ href, children }: { href: string; children: React.ReactNode }) {
  const outside = href.startsWith('http')
  return (
    <li>
      <a href={href} {...(outside ? { target: '_blank', rel: 'noopener noreferrer' } : {})} className={footerLink}>
        <span className="link wrap-any hover:text-paper">{children}</span>
      </a>
    </li>
  )
}
