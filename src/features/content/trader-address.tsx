import { companyRegister } from '#base/company-register.ts'
import { shop } from '#shop'

/** The trader's name, address and numbers, as the law requires. */
export function TraderAddress({ className = '' }: { className?: string }) {
  const { name, address, companyNumber, vatNumber } = shop.trader
  return (
    <address className={`not-italic ${className}`}>
      {[name, ...address].map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
      {companyNumber && (
        <span className="mt-2 block">
          Registered in {companyRegister(companyNumber)}, number {companyNumber}
        </span>
      )}
      {vatNumber && <span className="block">VAT number {vatNumber}</span>}
    </address>
  )
}
