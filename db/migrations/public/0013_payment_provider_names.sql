-- The names of payment providers are a list of the program (`src/platform/payments/providers.ts`); the database checks their form.
alter table public.pre_orders
  drop constraint pre_orders_payment_provider_check,
  add constraint pre_orders_payment_provider_check check (payment_provider ~ '^[a-z][a-z0-9_]{0,31}$');
