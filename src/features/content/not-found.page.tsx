import { data } from 'react-router'

/** Any other path: answered 404, shown by the root's error boundary. */
export function loader(): never {
  throw data('Page not found', { status: 404 })
}

export default function NotFoundPage() {
  return null
}
