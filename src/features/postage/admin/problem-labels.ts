import { joinNames } from '#base/names.ts'
import { printedSize } from '#features/catalogue/sizes/size.ts'
import type { PostageProblem } from '../postage-problem.ts'

/** A problem of a parcel in words, with the place where the owner mends it. */
export type ProblemLabel = { text: string; link?: { to: string; label: string } }

const settings = { to: '/admin/settings#postage', label: 'Settings' }

const customsParts = { code: 'a commodity code', origin: 'where it is made', description: 'a description for customs' }

const givenParts = {
  address: 'the address',
  contact: 'the e-mail address or the telephone number',
  contents: 'what is in the parcel',
  service: 'the delivery service',
}

const addressParts = {
  name: 'a name',
  address: 'a street',
  town: 'a town',
  postcode: 'a postcode',
  country: 'a country',
}

/** What is wrong, and what to do about it. */
export function problemLabel(problem: PostageProblem): ProblemLabel {
  switch (problem.code) {
    case 'not_to_post':
      return { text: 'It is not an order to post: unpaid, cancelled, or posted already.' }
    case 'withdrawn':
      return {
        text: 'The customer has withdrawn from it. Please answer that first.',
        link: { to: '/admin/returns', label: 'Returns' },
      }
    case 'collected':
      return { text: 'The customer collects it, so it needs no label.' }
    case 'in_other_parcel':
      return { text: `It goes in the parcel of order ${problem.orderNumber}, so it needs no label of its own.` }
    case 'given':
      return { text: 'Click & Drop, or a file for it, has this order already, or a part of it.' }
    case 'pieces_gone':
      return { text: 'Something of this parcel has been sent or cancelled since. Please check the order.' }
    case 'no_address':
      return { text: `The address lacks ${addressParts[problem.part]}.` }
    case 'too_long':
      return { text: `The ${problem.part} is longer than the ${problem.most} letters that Click & Drop takes.` }
    case 'other_letters':
      return {
        text: `Click & Drop’s file takes Roman letters only. Please write the ${problem.part} ‘${problem.text}’ in them.`,
      }
    case 'no_packaging_weight':
      return { text: 'The weight of your packaging is missing.', link: settings }
    case 'no_weight':
      return {
        text: `${problem.garment.name} has no weight of its own in size ${printedSize(problem.size)}. Abroad it needs one; at home the usual weight in the settings will do.`,
        link: garmentLink(problem.garment.id, 'Add its weight'),
      }
    case 'too_heavy':
      return { text: `The parcel weighs ${kilograms(problem.grams)}; Royal Mail takes 30 kg. Please send it as two.` }
    case 'no_customs':
      return {
        text: `To post ${problem.garment.name} abroad, it needs ${joinNames(problem.missing.map((part) => customsParts[part]))}.`,
        link: garmentLink(problem.garment.id, 'Add it'),
      }
    case 'odd_code':
      return {
        text: `The commodity code of ${problem.garment.name} has ${problem.digits} digits; Click & Drop takes 6, 8 or 10.`,
        link: garmentLink(problem.garment.id, 'Correct it'),
      }
    case 'samples_abroad':
      return {
        text: 'Fabric samples have no commodity code of their own. Please make this label in Click & Drop yourself.',
      }
    case 'key_missing':
      return { text: 'The key of Click & Drop is missing.', link: settings }
    case 'key_refused':
      return { text: 'Click & Drop doesn’t accept your key any more.', link: settings }
    case 'refused':
      return { text: `Click & Drop says: ${problem.text}` }
    case 'no_answer':
      return {
        text: 'Click & Drop hasn’t answered for two hours. Please look for this order there, and then send it again: what it has isn’t sent twice.',
      }
    case 'removal_not_offered':
      return { text: 'Your account can’t delete orders from here. Please delete it in Click & Drop, and then say so.' }
    case 'removal_refused':
      return { text: `Click & Drop didn’t delete it: ${problem.text}` }
    case 'changed_since': {
      const parts = joinNames(problem.parts.map((part) => givenParts[part]))
      return {
        text:
          problem.way === 'api'
            ? `Since it was sent there, the order has changed: ${parts}. Please take it back and send it again before you print its label.`
            : `Since its file was made, the order has changed: ${parts}. Please take it out and make a new file; if you have imported the old one, delete the order in Click & Drop.`,
      }
    }
    case 'being_sent':
      return { text: 'It is being sent this moment. Please try again in a minute.' }
  }
}

function garmentLink(id: string, label: string) {
  return { to: `/admin?tab=products&customs=${id}`, label }
}

function kilograms(grams: number): string {
  return `${(grams / 1_000).toFixed(1)} kg`
}
