/** Figures and names of the shop that texts show, so that a text follows the settings: each with its name for the owner. */
export const factLabels = {
  shopName: 'Name of the shop',
  email: 'E-mail address of the shop',
  traderName: 'Name of the trader',
  traderAddress: 'Address of the trader',
  town: 'Town of the workroom',
  productionTime: 'Production time',
  productionTimeInDays: 'Production time, with its working days',
  productionTimeCounted: 'Production time, and how it is counted',
  fullWeeks: 'Note that full weeks move the date, where you limit the pieces of a week',
  clock: 'Name of the shop’s clock',
  paymentProvider: 'Payment provider',
  carriers: 'Carriers',
  responseDays: 'Days to an answer',
  claimDays: 'Days to report a fault',
  inspectionDays: 'Days to inspect a return',
  refundDays: 'Days to a refund',
  noReturnAfterDays: 'Days after which nothing is taken back',
  damageReportHours: 'Hours to report damage in delivery',
  cancelDays: 'Days to cancel',
  governingLaw: 'Law of the contract',
  samplesMost: 'Most fabrics in a set of samples',
  samplesDispatchDays: 'Days to dispatch samples',
  deliveryNote: 'Delivery time of the country of the shop, and where others are shown',
  samplesPrice: 'Price of a set of samples',
  year: 'This year',
} as const

export type FactName = keyof typeof factLabels
export const factNames = Object.keys(factLabels) as [FactName, ...FactName[]]
export type Facts = Readonly<Record<FactName, string>>
