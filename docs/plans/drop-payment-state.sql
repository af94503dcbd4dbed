-- contract: needs public/0067_drop_former_search.sql
-- The former name of `provider_state`. A program from before 0067 has it among the columns that /rest/v1 reads and returns until
-- it starts again, so that its back office would list and change no orders while a newer one runs beside it.
-- Not yet a migration: the version with 0063 and 0067 is not released (the latest release is 0.9.0, whose column is `payment_state`).
-- A contract comes in a later version than the one that stopped using the column (docs/how-to.md, 8), and CHANGELOG.md says that
-- clients of /rest/v1 can read and write it until the next version. `scripts/check-migrations.ts` would let it pass: it sees
-- migrations, not releases. After that release this file is the next migration, without these lines and the last one. With it go
-- in `table-rules.ts` `without: ['payment_state']` (`formerNames` stays, for exports of 0.9.0).
drop trigger as_payment_state on public.pre_orders;
drop function private.keep_payment_state();
do $$
declare
  definition text;
begin
  select replace(pg_get_functiondef(oid), ', ''payment_state''', '') into strict definition
    from pg_proc where oid = 'private.audit()'::regprocedure;
  execute definition;
end $$;
alter table public.pre_orders drop column payment_state;
-- With it goes in `order-history.test.ts` "the former program writes and reads payment_state".
