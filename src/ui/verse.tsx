/** A verse with its reference, as a quotation. `large` is for the end of a page, with space around it. */
export function Verse({
  text,
  reference,
  large = false,
  className = '',
}: {
  text: string
  reference: string
  large?: boolean
  className?: string
}) {
  return (
    <figure className={className}>
      <blockquote
        className={`font-serif italic text-balance ${large ? 'text-display leading-[1.1]' : 'text-title leading-[1.2]'}`}
      >
        <p>{text}</p>
      </blockquote>
      <figcaption className="label mt-5">{reference}</figcaption>
    </figure>
  )
}
