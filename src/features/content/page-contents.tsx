export type Section = { id: string; title: string }

/** The table of contents: beside the text where it fits, before it on a phone. */
export function PageContents({ sections }: { sections: readonly Section[] }) {
  return (
    <nav aria-label="On this page" className="lg:sticky lg:top-24">
      <p className="label text-mulberry">On this page</p>
      <ol className="mt-3 sm:columns-2 lg:columns-1">
        {sections.map(({ id, title }) => (
          <li key={id} className="break-inside-avoid">
            <a href={`#${id}`} className="inline-block py-1.5 leading-snug hover:text-mulberry">
              <span className="link">{title}</span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
