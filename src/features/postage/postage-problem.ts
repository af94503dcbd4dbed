/** What of an order a label shows, or its service depends on. */
export type GivenPart = 'address' | 'contact' | 'contents' | 'service'

type Garment = { id: string; name: string }

/** Why a parcel cannot be given to Click & Drop, or was not taken. The words are those of `admin/problem-labels.ts`. */
export type PostageProblem =
  /** Not paid, cancelled, or posted already. */
  | { code: 'not_to_post' }
  /** Its customer has withdrawn from it, and waits for the owner's answer. */
  | { code: 'withdrawn' }
  | { code: 'collected' }
  /** It was added to an order that waits to be posted, and goes in its parcel. */
  | { code: 'in_other_parcel'; orderNumber: string }
  /** Click & Drop has it or a part of it, or a file has. */
  | { code: 'given' }
  /** Pieces of the chosen part have been sent or cancelled. */
  | { code: 'pieces_gone' }
  | { code: 'no_address'; part: 'address' | 'town' | 'postcode' | 'name' | 'country' }
  | { code: 'too_long'; part: string; most: number }
  /** The file takes Roman letters only. */
  | { code: 'other_letters'; part: string; text: string }
  | { code: 'no_packaging_weight' }
  | { code: 'no_weight'; garment: Garment; size: string }
  | { code: 'too_heavy'; grams: number }
  | { code: 'no_customs'; garment: Garment; missing: ('code' | 'origin' | 'description')[] }
  /** Click & Drop takes commodity codes of 6, 8 or 10 digits. */
  | { code: 'odd_code'; garment: Garment; digits: number }
  | { code: 'samples_abroad' }
  | { code: 'key_missing' }
  | { code: 'key_refused' }
  /** Click & Drop's own words. */
  | { code: 'refused'; text: string }
  | { code: 'no_answer' }
  /** The account may not delete through the API. */
  | { code: 'removal_not_offered' }
  | { code: 'removal_refused'; text: string }
  /** A call for it is running. */
  | { code: 'being_sent' }
  /** The order was changed after Click & Drop, or a file for it, was given these parts of it. */
  | { code: 'changed_since'; parts: GivenPart[]; way: 'api' | 'file' }
