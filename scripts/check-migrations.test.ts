import { expect, test } from 'vitest'
import { findFaults } from './check-migrations.ts'

const keys = ['public/0025_copies.sql']

test.each([
  ['alter table public.products drop column lining;', 'drop column'],
  ['drop table private.old;', 'drop table'],
  ['alter table public.products rename column lining to inside;', 'rename'],
  ['alter table public.products rename lining to inside;', 'rename'],
  ['alter table public.products rename to garments;', 'rename'],
  ['alter table public.products alter column price type integer;', 'alter column … type'],
  ['alter table public.products alter price set data type integer;', 'alter column … type'],
  ['alter table public.products alter column lining set not null;', 'set not null'],
])('%s is the second half of a change', (sql, what) => {
  expect(findFaults(sql, keys)).toEqual([expect.stringContaining(`${what}: the running version may still use it`)])
  expect(findFaults(`-- contract: needs public/0025_copies.sql\n${sql}`, keys)).toEqual([])
  expect(findFaults(`-- contract: needs public/0099_no.sql\n${sql}`, keys)).toEqual([
    'it needs public/0099_no.sql, and there is no such migration',
  ])
})

test('an index on a table of an earlier file is built concurrently, in a file of its own', () => {
  const index = 'create index products_a_idx on public.products (a);'
  expect(findFaults(index, keys)).toEqual([expect.stringContaining('an index on public.products blocks its writes')])
  expect(findFaults(`create table public.products (a int);\n${index}`, keys)).toEqual([])
  const concurrent = 'create index concurrently if not exists a_idx on public.products (a);'
  expect(findFaults(concurrent, keys)).toEqual(['"concurrently" needs "-- outside a transaction" at the head'])
  expect(findFaults(`-- outside a transaction\n${concurrent}`, keys)).toEqual([])
  expect(findFaults(`-- outside a transaction\n${concurrent.replace('if not exists ', '')}`, keys)).toHaveLength(1)
  expect(findFaults(`-- outside a transaction\n${concurrent}\nselect 1;`, keys)).toEqual([
    'outside a transaction: write one statement to a file',
  ])
})

test('what adds is free, and a body with semicolons is one statement', () => {
  expect(findFaults("alter table public.products add column a text not null default '';", keys)).toEqual([])
  expect(findFaults('-- outside a transaction\ndo $$ begin perform 1; commit; end $$;', keys)).toEqual([])
})
