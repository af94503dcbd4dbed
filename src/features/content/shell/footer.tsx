import { shop } from '#shop'
import { Link } from '#ui/link.tsx'
import { Rule } from '#ui/rule.tsx'
import { footerLinks } from './links.ts'
import { Wordmark } from './wordmark.tsx'

/** The foot of every page. year: of the copyright line, in shop time. samples: the shop sends some. */
export function Footer({ year, samples }: { year: number | null; samples: boolean }) {
  return (
    <footer className="mt-[clamp(5rem,11vw,10rem)] foot bg-mulberry text-paper">
      <div className="page py-[clamp(3rem,6vw,5.5rem)]">
        <div className="grid grid-cols-2 gap-x-[min(1.5rem,6vw)] gap-y-10 md:grid-cols-[1fr_1fr_1fr_auto] xl:gap-x-20">
          <div className="col-span-full">
            <Wordmark className="text-[clamp(2rem,7.6vw,4rem)]" />
            <ul className="label mt-6 flex flex-wrap gap-x-6 gap-y-1 text-paper/85">
              {shop.tagline.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          </div>
          {Object.entries(footerLinks(samples)).map(([title, links]) => (
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
        <p className="mt-5 text-paper/85 text-small">
          © {year} {shop.name}. All rights reserved.
        </p>
      </div>
    </footer>
  )
}

function FooterList({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="max-md:last:col-span-full">
      <h2 className="label text-paper/85">{title}</h2>
      <ul className="foot-links mt-3">{children}</ul>
    </div>
  )
}

function FooterLink({ href, children }: { href: string; children: React.ReactNode }) {
  const text = <span className="link wrap-any">{children}</span>
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
