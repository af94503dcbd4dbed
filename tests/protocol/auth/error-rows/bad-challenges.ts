const challenge = 'x'.repeat(43)

/** The invalid values, and their fields. */

export const badChallenges: [string, object][] = [
  ['a challenge without a method', { code_challenge: challenge }],
  ['a method without a challenge', { code_challenge_method: 's256' }],
  ['a challenge of 42 characters', { code_challenge: 'x'.repeat(42), code_challenge_method: 's256' }],
  ['a challenge of 129 characters', { code_challenge: 'x'.repeat(129), code_challenge_method: 's256' }],
  ['a challenge with other characters', { code_challenge: `${challenge}+/`, code_challenge_method: 's256' }],
  ['an unknown method', { code_challenge: challenge, code_challenge_method: 's512' }],
]
