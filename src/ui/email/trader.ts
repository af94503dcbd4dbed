import { shop } from '#shop'

/** Who trades and where, as the law has every letter of an order say it. */
export function traderLines(): string[] {
  const { name, address, companyNumber, vatNumber } = shop.trader
  return [
    name,
    address.join(', '),
    ...(companyNumber ? [`Registered in ${shop.policies.governingLaw}, company number ${companyNumber}`] : []),
    ...(vatNumber ? [`VAT number ${vatNumber}`] : []),
  ]
}
