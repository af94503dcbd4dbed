import { expect, test } from 'vitest'
import { readTrackingFile } from './read-tracking-file.ts'

const orders = ['TKW-AAA111', 'TKW-BBB222', 'TKW-CCC333'].map((order_number, index) => ({
  id: `${index}`,
  order_number,
}))

test('the file that Click & Drop exports is read by the names of its columns, in any order and with an address over lines', () => {
  const file = [
    '\u{feff}Order number,Order reference,Full name,Address,Tracking number,Status',
    '1001,TKW-BBB222,"Hall, Ruth","Flat 2; 7 Chapel Lane\nLeeds",AA123456785GB,Despatched',
    '1002,tkw-ccc333,Ann,"1 Long Row",,Label generated',
    '1003,EBAY-7,Eve,Flat 1; 2 Long Row,AA123456799GB,Despatched',
    '',
  ].join('\r\n')
  expect(readTrackingFile(file, orders)).toEqual({ numbers: { 1: 'AA123456785GB' }, withoutNumber: 1, others: 1 })
  const swapped = 'TRACKING NO.;Channel reference\nAA123456785GB;TKW-AAA111\n'
  expect(readTrackingFile(swapped, orders)).toEqual({ numbers: { 0: 'AA123456785GB' }, withoutNumber: 0, others: 0 })
})

test('an order with several rows has the number of its latest parcel, once', () => {
  const file = [
    'Order reference,Product name,Tracking number',
    'TKW-AAA111,Mary Dress,AA123456785GB',
    'TKW-AAA111-2,Wool Coat,AA123456799GB',
    'TKW-AAA111-2,Ruth Skirt,AA123456799GB',
    'TKW-BBB222,Mary Dress,',
    'TKW-BBB222,Ruth Skirt,AA123456808GB',
  ].join('\n')
  expect(readTrackingFile(file, orders)).toEqual({
    numbers: { 0: 'AA123456799GB', 1: 'AA123456808GB' },
    withoutNumber: 0,
    others: 0,
  })
})

test.each([
  ['', 'This file is empty.'],
  ['PK\u0003\u0004\u0000', 'This is an Excel workbook.'],
  ['Order reference,Service code\nTKW-AAA111,TOLP48\n', 'This file has no column “Tracking number”.'],
  ['Tracking number,Name\nAA123456785GB,Ruth\n', 'This file has no column with order references.'],
  ['TKW-AAA111,AA123456785GB\n', 'This file has no column “Tracking number”.'],
  ['Order reference,Tracking number\n"TKW-AAA111,AA123456785GB\n', 'This file is incomplete.'],
])('a wrong file says so: %j', (file, problem) => {
  expect(readTrackingFile(file, orders)).toEqual({ problem: expect.stringContaining(problem) })
})
