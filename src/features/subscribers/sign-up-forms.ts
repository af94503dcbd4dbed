/** The shop's own sign-up forms by their places, as a consent stores them. */
export const signUpForms = ['coming-soon', 'pre-order', 'home'] as const
export type SignUpForm = (typeof signUpForms)[number]
