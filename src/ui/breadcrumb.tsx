import { Link } from '#ui/link.tsx'

export type Crumb = { name: string; to: string }

/** The path to this page: links to the pages above, then this page as plain text. */
export function Breadcrumb({ crumbs, here }: { crumbs: Crumb[]; here: string }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap items-baseline gap-x-2 text-ink-soft text-small">
        {crumbs.map(({ name, to }) => (
          <li key={to} className="flex items-baseline gap-x-2">
            <Link to={to} prefetch="intent" className="inline-block leading-6 md:py-2">
              <span className="link">{name}</span>
            </Link>
            <span aria-hidden="true">/</span>
          </li>
        ))}
        <li aria-current="page" className="min-w-0 grow basis-40 truncate text-ink leading-6 md:py-2">
          {here}
        </li>
      </ol>
    </nav>
  )
}
