import { Link } from '#ui/link.tsx'

const sections = [
  ['orders', 'Orders'],
  ['email', 'E-mail'],
  ['password', 'Password'],
  ['factors', 'Two-step sign-in'],
  ['identities', 'Linked accounts'],
  ['sessions', 'Sign-ins'],
  ['data', 'Your data'],
] as const

/**
 * Links to the sections of the page: a long list of orders must not hide the rest. Administrators also get a link to
 * the back office.
 */
export function AccountContents({ hasIdentities, isAdmin }: { hasIdentities: boolean; isAdmin: boolean }) {
  return (
    <nav aria-label="On this page" className="py-4">
      <ul className="flex flex-wrap gap-x-7">
        {sections
          .filter(([id]) => id !== 'identities' || hasIdentities)
          .map(([id, name]) => (
            <li key={id}>
              <a href={`#${id}`} className="inline-flex min-h-11 items-center hover:text-mulberry">
                <span className="link">{name}</span>
              </a>
            </li>
          ))}
        {isAdmin && (
          <li className="lg:ml-auto">
            <Link to="/admin" className="inline-flex min-h-11 items-center text-mulberry">
              <span className="link">Admin</span>
            </Link>
          </li>
        )}
      </ul>
    </nav>
  )
}
