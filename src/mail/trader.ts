import { shop } from '#shop'

/** The trader's name and address, which the law requires in every e-mail about an order. */
export function traderLines(): string[] {
  const { name, address, companyNumber, vatNumber } = shop.trader
  return [
    name,
    address.join(', '),
    ...(companyNumber ? [`Registered in ${shop.policies.governingLaw}, company number ${companyNumber}`] : []),
    ...(vatNumber ? [`VAT number ${vatNumber}`] : []),
  ]
}
