import { shop } from '#shop'

/** Who trades, where, and under which numbers, as the law asks. */
export function TraderAddress({ className = '' }: { className?: string }) {
  const { name, address, companyNumber, vatNumber } = shop.trader
  return (
    <address className={`not-italic ${className}`}>
      {[name, ...address].map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
      {companyNumber && <span className="mt-2 block">Registered in England and Wales, number {companyNumber}</span>}
      {vatNumber && <span className="block">VAT number {vatNumber}</span>}
    </address>
  )
}
