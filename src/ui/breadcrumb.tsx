import { Link } from '#ui/link.tsx'

export type Crumb = { name: string; to: string }

/** The path to this page: links to the pages above, then this page as plain text. */
export function Breadcrumb({ crumbs, here }: { crumbs: Crumb[]; here: string }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap items-baseline gap-x-2 text-ink-soft text-small">
        {crumbs.map(({ name, to }) => (
          <li key={to} className="flex items-baseline gap-x-2">
            {/* On a phone the target reaches over its neighbours, so that the line stays thin. */}
            <Link
              to={to}
              prefetch="intent"
              className="relative z-10 inline-flex min-h-11 items-center before:absolute before:-inset-x-1.5 before:inset-y-0 max-md:-my-3"
            >
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
