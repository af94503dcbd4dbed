-- A consent to keep sizes that a customer ticked at checkout. It counts once the order is paid, and then moves to
-- private.size_consents; an order that is never paid takes it along.
create table private.checkout_size_consents (
  order_id uuid primary key references public.pre_orders on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  given_at timestamptz not null default public.shop_now(),
  consent_text text not null
);
create index checkout_size_consents_by_user on private.checkout_size_consents (user_id);
select private.protect('private.checkout_size_consents');
