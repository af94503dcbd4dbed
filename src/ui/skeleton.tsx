/** Five placeholder rows while rows load. */
export function Skeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading orders</span>
      {[0, 1, 2, 3, 4].map((row) => (
        <div
          key={row}
          aria-hidden="true"
          data-skeleton="row"
          className="grid grid-cols-[7rem_minmax(0,1fr)] items-center gap-x-8 gap-y-2.5 border-line border-b py-5 first:border-t md:grid-cols-[7rem_minmax(0,1.2fr)_minmax(0,1fr)_5rem_6rem]"
        >
          <div className="h-4 bg-paper-deep" />
          <div className="h-4 max-w-64 bg-paper-deep" />
          <div className="hidden h-4 max-w-48 bg-paper-deep md:block" />
          <div className="hidden h-4 bg-paper-deep md:block" />
          <div className="hidden h-4 bg-paper-deep md:block" />
        </div>
      ))}
    </div>
  )
}
