import {
  guaranteeFor,
  guaranteeSentence,
  guaranteeSource,
  type GuaranteeNotice as Notice,
} from '#features/settings/guarantee.ts'

/** The European Union's notice on the legal guarantee, for a customer in a member state; elsewhere nothing. */
export function GuaranteeNotice({ country, notices }: { country: string; notices: readonly Notice[] }) {
  const guarantee = guaranteeFor(country, notices)
  if (!guarantee) return null
  const { notice } = guarantee
  const link = <span className="link whitespace-nowrap">The official notice</span>
  if (!notice) {
    return (
      <p className={look}>
        {guaranteeSentence}{' '}
        <a href={guaranteeSource} target="_blank" rel="noopener noreferrer">
          {link}
        </a>
      </p>
    )
  }
  return (
    <details className={look}>
      <summary className="block cursor-pointer">
        {guaranteeSentence} {link}
      </summary>
      <a href={notice.url} target="_blank" rel="noopener noreferrer">
        {/* The official file, never redrawn: on white, in its own proportions. */}
        <img
          src={notice.url}
          lang={notice.language}
          alt={guaranteeSentence}
          className="mx-auto mt-2 max-h-60 bg-white"
        />
      </a>
    </details>
  )
}

const look = 'mb-3 border-mulberry border-l-2 pl-3 text-small leading-snug'
