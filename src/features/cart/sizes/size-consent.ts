/** The words of the consent at checkout, as its box shows them and as they are stored with it. */
export const checkoutConsent = {
  label: 'Remember my sizes and measurements for next time.',
  detail: 'I can take this back in my account at any time.',
}
