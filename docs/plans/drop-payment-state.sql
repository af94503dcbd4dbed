-- contract: needs public/0067_drop_former_search.sql
-- The former name of `provider_state`. A program from before 0067 has it among the columns that /rest/v1 reads and returns until
-- it starts again, so that its back office would list and change no orders while a newer one runs beside it.
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
