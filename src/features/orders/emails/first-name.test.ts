import { expect, test } from 'vitest'
import { firstName } from './first-name.ts'

test.each([
  ['Mary Ann Smith', 'Mary'],
  ['Mrs Jane Smith', 'Jane'],
  ['Miss Ruth Bell', 'Ruth'],
  ['MISS. RUTH BELL', 'RUTH'],
  ['Prof Anna Bell', 'Anna'],
  ['Prof. Dr. Anna Bell', 'Anna'],
  ['Frau Dr. Anke Meyer', 'Anke'],
  ['Chief Mrs Ngozi Okafor', 'Ngozi'],
  ["Mme Zoé d'Arc", 'Zoé'],
  [' Anne-Marie\u00a0Bell ', 'Anne-Marie'],
  ['Ruth', 'Ruth'],
  ['نرگس احمدی', 'نرگس'],
  ['می‌نا احمدی', 'می‌نا'],
  ["D'Arcy Bell", "D'Arcy"],
  ['R’ Moshe Cohen', 'Moshe'],
  ['Dña. María López', 'María'],
  // Short for Rebecca, not the title.
  ['Reb Smith', 'Reb'],
])('%j is greeted as %j', (name, first) => {
  expect(firstName(name)).toBe(first)
})

test.each([
  ...['Mrs', 'Mrs Smith', 'MRS J A SMITH', 'J Smith', 'Mr & Mrs Smith', 'Mr and Mrs Smith', 'Dr. Smith', 'Mr. Bell'],
  ...[
    'The Smith Family',
    'Smith Family',
    'Familie Meyer',
    "'t Hooft Anna",
    '’t Hooft Anna',
    'van der Berg Anna',
    'Von Trapp Maria',
  ],
  ...['R’ Cohen', 'Dña. López', '', '  ', 'Smith, Jane', '<b>Jane</b>', 'jane@example.com', '12 Jane', '🌹', '-', '--'],
])('%j holds no given name', (name) => {
  expect(firstName(name)).toBeNull()
})

test('without a name there is none', () => {
  expect(firstName(null)).toBeNull()
})
