import { shop } from '#shop'

/** The shop's name as its logo. A leading article is small and slanted. */
export function Wordmark({ className = '' }: { className?: string }) {
  const [, article, name = shop.name] = /^(The) (.+)$/.exec(shop.name) ?? []
  return (
    <span className={`text-balance font-serif leading-none tracking-[-0.012em] ${className}`}>
      {article && <em className="text-[0.74em]">{article} </em>}
      {name}
    </span>
  )
}
