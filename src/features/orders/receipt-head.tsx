import { companyRegister } from '#base/company-register.ts'
import { shop } from '#shop'

/** The head of a printed receipt: the seller's name, address and registration numbers. Hidden on the screen. */
export function ReceiptHead({ title }: { title: string }) {
  const { name, address, companyNumber, vatNumber } = shop.trader
  return (
    <div className="mb-6 hidden border-line border-b pb-4 print:block">
      <p className="font-serif text-title leading-tight">{shop.name}</p>
      <p className="mt-1 text-small">
        {[name, ...address].join(', ')}
        {companyNumber && `. Registered in ${companyRegister(companyNumber)}, company number ${companyNumber}`}
        {vatNumber && `. VAT number ${vatNumber}`}
      </p>
      <p className="text-small">{shop.email}</p>
      <p className="mt-5 font-serif text-name">{title}</p>
    </div>
  )
}
