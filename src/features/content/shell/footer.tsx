import { shop } from '#shop'
import { Link } from '#ui/link.tsx'
import { Rule } from '#ui/rule.tsx'
import { footerLinks, type PageLink } from './links.ts'
import { Wordmark } from './wordmark.tsx'

/** The foot of every page. year: of the copyright line, in shop time. samples: the shop sends some. */
export function Footer({ year, samples, own }: { year: number | null; samples: boolean; own: PageLink[] }) {
  return (
    <footer className="mt-[clamp(5rem,11vw,10rem)] foot bg-mulberry text-paper">
      <div className="page py-[clamp(3rem,6vw,5.5rem)]">
        <div className="foot-lists">
          <div>
            <Wordmark className="text-[clamp(2rem,7.6vw,4rem)]" />
            <ul className="label mt-6 flex flex-wrap gap-x-6 gap-y-1">
              {shop.tagline.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          </div>
          {Object.entries(footerLinks(samples, own)).map(([title, links]) => (
            <FooterList key={title} title={title}>
              {links.map(({ name, to }) => (
                <FooterLink key={to} href={to}>
                  {name}
                </FooterLink>
              ))}
            </FooterList>
          ))}
          <FooterList title={shop.social.length > 0 ? 'Get in touch' : 'Write to us'}>
            <FooterLink href={`mailto:${shop.email}`}>{shop.email}</FooterLink>
            {shop.social.map(({ name, url }) => (
              <FooterLink key={url} href={url}>
                {name}
              </FooterLink>
            ))}
          </FooterList>
        </div>
        <Rule className="mt-14 text-paper/45" />
        <p className="mt-5 text-paper/85 text-small">{`© ${year ?? ''} ${shop.name}. All rights reserved.`}</p>
      </div>
    </footer>
  )
}

function FooterList({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div>
      <h2 className="label">{title}</h2>
      <ul>{children}</ul>
    </div>
  )
}

function FooterLink({ href, children }: { href: string; children: React.ReactNode }) {
  const text = <span className="link">{children}</span>
  const outside = href.startsWith('http')
  return (
    <li>
      {href.startsWith('/') ? (
        <Link to={href}>{text}</Link>
      ) : (
        <a href={href} {...(outside ? { target: '_blank', rel: 'noopener noreferrer' } : {})}>
          {text}
        </a>
      )}
    </li>
  )
}
