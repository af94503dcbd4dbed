/** The token in the links of test e-mails, which belong to no subscriber. */
export const testToken = 'test'
