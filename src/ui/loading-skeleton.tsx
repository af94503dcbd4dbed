/** A placeholder of `count` rows while data loads; screen readers announce `label` once. */
export function LoadingSkeleton({ label, count }: { label: string; count: number }) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are the same
        <div key={index} aria-hidden="true" className="border-line border-b py-4 first:pt-1">
          <div className="h-4 w-44 max-w-[60%] bg-paper-deep" />
          <div className="mt-2.5 h-3 w-80 max-w-[85%] bg-paper-deep" />
        </div>
      ))}
    </div>
  )
}
