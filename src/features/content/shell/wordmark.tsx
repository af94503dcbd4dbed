import { shop } from '#shop'

/** The shop's name as its logo. A leading article is small and slanted. */
export function Wordmark({ className = '' }: { className?: string }) {
  const [, article, name = shop.name] = /^(The) (.+)$/.exec(shop.name) ?? []
  return (
    <span className={className ? `wordmark ${className}` : 'wordmark'}>
      {article && <em>{`${article} `}</em>}
      {name}
    </span>
  )
}
