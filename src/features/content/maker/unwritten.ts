import { shop } from '#shop'

/**
 * The maker's page until the owner writes it in the settings. It names no person and shows no face, since an invented one
 * would pass for hers.
 */
export const unwritten = {
  name: 'Made by one person',
  words: `Every order at ${shop.name} is cut, sewn, pressed and posted by the same person, who also answers your e-mails.

She has not put her name and her photographs here yet. Until she does, we leave the space empty rather than show you a face that isn’t hers.

The picture is of the cutting table.`,
}
