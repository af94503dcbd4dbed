/** The place of what is still on its way: quiet lines of its size, announced once by `label`. */
export function Lines({ label, count }: { label: string; count: number }) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={index} aria-hidden="true" className="border-line border-b py-4 first:pt-1">
          <div className="h-4 w-44 max-w-[60%] bg-paper-deep" />
          <div className="mt-2.5 h-3 w-80 max-w-[85%] bg-paper-deep" />
        </div>
      ))}
    </div>
  )
}
