-- Reviews: what buyers write about garments of their orders. Visitors read the published ones.

create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  -- One review a line: only a line of a paid order can be reviewed.
  line_id bigint not null constraint reviews_line_key unique references public.order_lines on delete cascade,
  order_id uuid not null references public.pre_orders on delete cascade,
  product_id uuid not null, -- no reference: the product may be deleted and restored
  size text not null,       -- the size bought, copied from the line
  stars smallint not null check (stars between 1 and 5),
  words text not null check (length(words) between 1 and 3000),
  height_cm smallint check (height_cm between 140 and 200),
  fit text not null check (fit in ('small', 'true', 'large')),
  name text not null check (length(name) between 1 and 40), -- as the customer wants it shown
  -- Names of objects in the bucket `review-photographs`, or `review-pictures` while the review is published.
  photographs text[] not null default '{}' check (cardinality(photographs) <= 3),
  pictures jsonb not null default '[]' check (jsonb_typeof(pictures) = 'array'), -- [{url, width, height, blur}] while published
  written_at timestamptz not null default public.shop_now(),
  consent_text text not null, -- what the customer agreed to
  state text not null default 'waiting' check (state in ('waiting', 'published', 'declined')),
  published_at timestamptz,
  -- The only reasons to leave a review out; its stars are none.
  declined_reason text check (declined_reason in ('insult', 'personal_data', 'not_about_the_garment', 'unlawful')),
  declined_note text check (length(declined_note) between 1 and 1000), -- to the customer: which words
  answer text check (length(answer) between 1 and 2000),               -- the shop's, in public
  answered_at timestamptz,
  version integer not null default 1,
  constraint reviews_published check ((state = 'published') = (published_at is not null)),
  constraint reviews_declined_for_a_reason
    check ((state = 'declined') = (declined_reason is not null) and (state = 'declined') = (declined_note is not null)),
  constraint reviews_answered check ((answer is null) = (answered_at is null) and (answer is null or state = 'published')),
  constraint reviews_pictures_published check (state = 'published' or pictures = '[]')
);
create index reviews_published_idx on public.reviews (product_id, published_at desc, id) where state = 'published';
create index reviews_order_idx on public.reviews (order_id);
create index reviews_state_idx on public.reviews (state, written_at, id);
create index reviews_photographs_idx on public.reviews using gin (photographs) where photographs <> '{}';

-- Everyone reads what is published, and of it neither the order nor the consent nor how it was decided. The functions of the
-- shop write, after they have checked the caller.
alter table public.reviews enable row level security;
alter table public.reviews force row level security;
revoke all on public.reviews from anon, authenticated;
grant select (id, product_id, size, stars, words, height_cm, fit, name, pictures, written_at, published_at, answer, answered_at)
  on public.reviews to anon, authenticated;
grant select, insert, update, delete on public.reviews to service_role;
create policy "everyone sees published reviews" on public.reviews for select to anon, authenticated
  using (state = 'published');
create policy "service_role may do everything" on public.reviews for all to service_role using (true) with check (true);

-- Addresses that do not want to be asked for reviews, as hashes: they outlive the order's data.
create table private.review_objections (
  address_hash text primary key,
  at timestamptz not null default public.shop_now()
);
alter table private.review_objections enable row level security;
alter table private.review_objections force row level security;
grant select, insert, update, delete on private.review_objections to service_role;
create policy "service_role may do everything" on private.review_objections for all to service_role
  using (true) with check (true);

create function private.set_review_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger before_write before update on public.reviews for each row execute function private.set_review_version();

-- The audit log gets the decision alone: it is never deleted from, and what customers write is.
create function private.audit_review() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then
    jsonb_build_object('state', old.state, 'reason', old.declined_reason, 'answered', old.answer is not null) end;
  is_now jsonb := case when tg_op <> 'DELETE' then
    jsonb_build_object('state', new.state, 'reason', new.declined_reason, 'answered', new.answer is not null) end;
begin
  insert into private.audit_log (actor, actor_role, request_id, ip, table_name, row_id, action, before, after)
  values (auth.uid(), auth.role(), nullif(current_setting('request.id', true), ''),
    nullif(current_setting('request.ip', true), ''), tg_table_name,
    (case when tg_op = 'DELETE' then old.id else new.id end)::text, lower(tg_op), was, is_now);
  return null;
end $$;
revoke all on function private.audit_review() from public;
create trigger audit after insert or delete or update of state, answer, words, stars, declined_note on public.reviews
  for each row execute function private.audit_review();

-- Cached pages show published reviews only: one that waits changes no page.
create trigger notify_change_updated after update on public.reviews
  for each row when (old.state = 'published' or new.state = 'published') execute function private.notify_change();
create trigger notify_change_deleted after delete on public.reviews
  for each row when (old.state = 'published') execute function private.notify_change();

-- For the job that asks buyers three weeks after the delivery.
create index pre_orders_arrived_idx on public.pre_orders ((coalesce(delivered_at, shipped_at)))
  where order_status in ('shipped', 'delivered');

-- As the service role: row-level security binds the owner of the tables too.
set local role service_role;
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('review-photographs', 'review-photographs', false, 10000000, array['image/jpeg', 'image/png', 'image/webp', 'image/avif']),
  ('review-pictures', 'review-pictures', true, 10000000, array['image/jpeg', 'image/png', 'image/webp', 'image/avif'])
  on conflict (id) do nothing;
-- The tables of a hosted project have no quotas.
do $$ begin
  if exists (select from information_schema.columns
      where table_schema = 'storage' and table_name = 'buckets' and column_name = 'quota_bytes') then
    update storage.buckets set quota_bytes = 5000000000 where id = 'review-photographs';
    update storage.buckets set quota_bytes = 20000000000 where id = 'review-pictures';
  end if;
end $$;
reset role;
