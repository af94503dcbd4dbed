-- Discount codes: administrators manage them, checkout holds and counts their uses, nobody else sees them.
create table public.discount_codes (
  code text primary key check (code = upper(trim(code)) and code ~ '^[A-Z0-9][A-Z0-9_-]{0,39}$'),
  percent smallint not null check (percent between 1 and 100), -- of the subtotal
  active boolean not null default true,
  starts_at timestamptz not null default public.shop_now(),
  ends_at timestamptz check (ends_at > starts_at),             -- null: does not end
  minimum_subtotal numeric(10, 2) check (minimum_subtotal >= 0),
  max_redemptions integer check (max_redemptions > 0),         -- null: any number
  redeemed integer not null default 0 check (redeemed >= 0),   -- paid orders
  held integer not null default 0 check (held >= 0),           -- open payment pages
  created_at timestamptz not null default public.shop_now(),
  constraint discount_codes_within_limit check (max_redemptions is null or redeemed + held <= max_redemptions)
);

alter table public.discount_codes enable row level security;
alter table public.discount_codes force row level security;
revoke all on public.discount_codes from anon, authenticated;
grant select, delete on public.discount_codes to authenticated;
grant insert (code, percent, active, starts_at, ends_at, minimum_subtotal, max_redemptions),
  update (percent, active, starts_at, ends_at, minimum_subtotal, max_redemptions) on public.discount_codes to authenticated;
grant select, insert, update, delete on public.discount_codes to service_role;
create policy "administrators manage discount codes" on public.discount_codes for all to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "the service manages discount codes" on public.discount_codes for all to service_role
  using (true) with check (true);
create trigger audit after insert or update of percent, active, starts_at, ends_at, minimum_subtotal, max_redemptions or delete
  on public.discount_codes for each row execute function private.audit('code');
