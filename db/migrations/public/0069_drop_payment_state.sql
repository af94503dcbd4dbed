-- contract: needs public/0063_provider_state.sql
-- The former name of `provider_state`, which programs before 0063 read and wrote.
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
