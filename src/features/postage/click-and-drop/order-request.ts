import type { Parcel } from '../parcel.ts'

/** The value of goods and postage in pounds, as JSON has it. */
const pounds = (pence: number) => pence / 100

/** The longest texts that the API takes. */
const most = { customsDescription: 50, name: 800, phone: 25, email: 254 }

/**
 * A parcel as an order of POST /orders. The billing address is given too, since accounts may require one. Goods have no
 * SKU: with one, Click & Drop would change the account's own products.
 */
export function orderRequest(parcel: Parcel) {
  const { reference, name, addressLines, city, postcode, country, phone, email } = parcel
  const [addressLine1 = '', addressLine2, addressLine3] = addressLines
  const address = {
    fullName: name,
    addressLine1,
    ...(addressLine2 && { addressLine2 }),
    ...(addressLine3 && { addressLine3 }),
    city,
    ...(postcode && { postcode }),
    countryCode: country,
  }
  const contact = {
    ...(phone && phone.length <= most.phone && { phoneNumber: phone }),
    ...(email && email.length <= most.email && { emailAddress: email }),
  }
  const { goodsPence, deliveryPence } = parcel
  return {
    orderReference: reference,
    // A business in Northern Ireland would need further data; customers of a shop for clothes are not.
    ...(parcel.isToNorthernIreland && { isRecipientABusiness: false }),
    recipient: { address, ...contact },
    billing: { address, ...contact },
    packages: [
      {
        weightInGrams: parcel.grams,
        packageFormatIdentifier: parcel.format,
        ...(parcel.isDeclared && { contents: contentsOf(parcel) }),
      },
    ],
    orderDate: parcel.orderedAt.toISOString(),
    subtotal: pounds(goodsPence),
    shippingCostCharged: pounds(deliveryPence),
    total: pounds(goodsPence + deliveryPence),
    currencyCode: 'GBP',
    ...(parcel.serviceCode && { postageDetails: { serviceCode: parcel.serviceCode } }),
  }
}

function contentsOf({ pieces }: Parcel) {
  return pieces.map(({ name, quantity, unitPence, grams, customs }) => ({
    name: name.slice(0, most.name),
    quantity,
    unitValue: pounds(unitPence),
    unitWeightInGrams: grams ?? 0,
    customsDescription: (customs?.description ?? name).slice(0, most.customsDescription),
    ...(customs && { customsCode: customs.code, originCountryCode: customs.origin }),
    // Of the published categories: the "sale of goods" of CN22 and CN23.
    customsDeclarationCategory: 'commercialSaleOfGoods',
  }))
}
