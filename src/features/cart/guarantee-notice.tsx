import { guaranteeFor, guaranteeSentence, guaranteeSource } from '#features/settings/guarantee.ts'
import { useShopTerms } from '#features/settings/use-shop-terms.ts'

/** The European Union's notice on the legal guarantee, for a customer in a member state; elsewhere nothing. */
export function GuaranteeNotice({ country }: { country: string }) {
  const guarantee = guaranteeFor(country, useShopTerms().guaranteeNotices)
  if (!guarantee) return null
  const { notice } = guarantee
  return (
    <div className="mt-4 border-mulberry border-l-2 pl-4 text-small leading-snug">
      <p>
        {guaranteeSentence}{' '}
        {!notice && (
          <a href={guaranteeSource} target="_blank" rel="noopener noreferrer" className="link">
            The official notice
          </a>
        )}
      </p>
      {notice && (
        <details>
          <summary className="link inline-block min-h-11 cursor-pointer content-center">The official notice</summary>
          <a href={notice.url} target="_blank" rel="noopener noreferrer">
            {/* The official file, never redrawn: on white, in its own proportions. */}
            <img src={notice.url} lang={notice.language} alt={guaranteeSentence} className="w-full bg-white" />
          </a>
        </details>
      )}
    </div>
  )
}
