-- Keys of services that the owner typed, encrypted under a secret that is not in the database.
create table private.service_keys (
  service text primary key constraint service_keys_service_valid check (service in ('stripe_test', 'stripe_live', 'mail')),
  sealed_keys text not null,
  account text,                       -- the account that they belong to, where the service says it
  updated_at timestamptz not null default public.shop_now()
);
select private.protect('private.service_keys');

create trigger notify_change after insert or delete or update on private.service_keys
  for each statement execute function private.notify_change();
