-- The bodies of functions in the field's usual words. What they do is unchanged.

drop function private.sold_units(uuid);
drop function private.reserved_units(uuid);
drop function private.update_availability(uuid);
drop function private.restore_availability(uuid, jsonb, jsonb);
drop function private.restore_product(uuid, text);
drop function private.available_units(public.products);
drop function private.index_product(public.products);
drop function private.queue_owner_email(text, text, uuid, interval, jsonb);
create or replace function private.object_name_from_url(url text) returns text language sql immutable parallel safe as $$
  select case
    when strpos(path, '%') = 0 then path
    else (
      select string_agg(case when length(piece[1]) = 3 then chr(('x' || substr(piece[1], 2))::bit(8)::int) else piece[1] end,
        '' order by place)
      from regexp_matches(path, '%[2-7][0-9A-Fa-f]|.', 'g') with ordinality as pieces (piece, place)
    )
  end
  from (select substring(url from '^(?:https?://[^/?#]+)?/storage/v1/object/public/product-images/([^?#]+)$') as path) as parsed
$$;
create or replace function private.with_image_metadata(pictures jsonb, known jsonb) returns jsonb language plpgsql as $$
declare
  image jsonb;
  metadata jsonb;
  result jsonb := '[]';
begin
  for image in select value from jsonb_array_elements(pictures) loop
    if coalesce(image ->> 'url', '') !~ '^(https?://[^/?#]+)?/storage/v1/object/public/product-images/[^?#]+$' then
      raise exception 'A picture must be one of the shop''s own' using errcode = '23514';
    end if;
    -- Every page reads these as text: another type would break all pages.
    if jsonb_typeof(image -> 'url') <> 'string' or jsonb_typeof(image -> 'alt') not in ('string', 'null')
        or length(image ->> 'alt') > 1000 then
      raise exception 'What a picture shows is told in a text of at most 1000 characters' using errcode = '23514';
    end if;
    select objects.picture into metadata from storage.objects
     where objects.bucket_id = 'product-images' and objects.name = private.object_name_from_url(image ->> 'url') for key share;
    if not found and not known @> jsonb_build_array(jsonb_build_object('url', image -> 'url')) then
      raise exception 'A picture is no longer stored: please remove it and add it again' using errcode = '23514';
    end if;
    result := result || jsonb_build_array(jsonb_strip_nulls(jsonb_build_object('url', image -> 'url', 'alt', image -> 'alt',
      'width', metadata -> 'width', 'height', metadata -> 'height', 'blur', metadata -> 'blur')));
  end loop;
  return result;
end $$;
create or replace function private.normalize_product() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    new.version := old.version + 1;
    new.updated_at := public.shop_now();
  end if;
  if new.pictures = '[]'::jsonb or (tg_op = 'UPDATE' and new.pictures = old.pictures) then
    -- The caller wrote image_url alone: the list follows it.
    if tg_op = 'INSERT' or new.image_url is distinct from old.image_url then
      new.pictures := case when new.image_url is null then '[]'::jsonb
        else jsonb_build_array(jsonb_build_object('url', new.image_url)) end;
    elsif new.pictures = '[]'::jsonb then
      new.image_url := null;
    end if;
  else
    new.image_url := new.pictures -> 0 ->> 'url';
  end if;
  if jsonb_typeof(new.pictures) = 'array' and (tg_op = 'INSERT' or new.pictures <> old.pictures) then
    new.pictures := private.with_image_metadata(new.pictures,
      case when tg_op = 'UPDATE' then old.pictures else '[]'::jsonb end);
  end if;
  return new;
end $$;
create or replace function private.record_slug_redirect() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and old.active and (not new.active or old.slug <> new.slug) then
    insert into private.slug_redirects (slug, product_id) values (old.slug, old.id)
      on conflict (slug) do update set product_id = excluded.product_id, created_at = excluded.created_at;
    -- A product keeps its last twenty addresses.
    delete from private.slug_redirects where product_id = old.id and slug in (
      select slug from private.slug_redirects where product_id = old.id order by created_at desc, slug offset 20);
  end if;
  -- A public product's own address redirects nowhere.
  if new.active then
    delete from private.slug_redirects where slug = new.slug;
  end if;
  return null;
end $$;
create or replace function private.archive_deleted_product() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into private.deleted_products (id, product, slug_redirects, availability)
  values (old.id, to_jsonb(old),
    (select coalesce(jsonb_agg(jsonb_build_object('slug', r.slug, 'created_at', r.created_at) order by r.created_at), '[]')
       from private.slug_redirects r where r.product_id = old.id)
    -- An active product leaves its present address, as it does when it becomes inactive.
    || case when old.active then jsonb_build_array(jsonb_build_object('slug', old.slug, 'created_at', public.shop_now()))
         else '[]' end,
    (select to_jsonb(a) from private.product_availability a where a.product_id = old.id));
  return old;
end $$;
create function private.restore_availability(p_product_id uuid, redirects jsonb, availability jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.slug_redirects (slug, product_id, created_at)
  select r.slug, p_product_id, r.created_at from jsonb_to_recordset(redirects) as r (slug text, created_at timestamptz)
   where not exists (select from public.products p where p.slug = r.slug and p.active)
  on conflict (slug) do nothing;
  if availability is not null then
    insert into private.product_availability (product_id, published_at)
    values (p_product_id, (availability ->> 'published_at')::timestamptz) on conflict (product_id) do nothing;
  end if;
end $$;
create function private.restore_product(p_product_id uuid, new_slug text) returns integer
language plpgsql set search_path = '' as $$
declare
  archived private.deleted_products;
  pictures jsonb;
  restored jsonb;
  columns text;
begin
  -- The deletion locks the row: of two concurrent calls, the second finds none.
  with taken as (delete from private.deleted_products where id = p_product_id returning *)
  select * into archived from taken order by deleted_at desc limit 1;
  if not found then return null; end if;

  select coalesce(jsonb_agg(image order by place), '[]') into pictures
    from jsonb_array_elements(archived.product -> 'pictures') with ordinality as images (image, place)
   where exists (select from storage.objects o
     where o.bucket_id = 'product-images' and o.name = private.object_name_from_url(image ->> 'url'));
  restored := archived.product || jsonb_build_object('slug', new_slug, 'active', false, 'pictures', pictures,
    'image_url', pictures -> 0 -> 'url', 'version', (archived.product ->> 'version')::integer + 1,
    'updated_at', public.shop_now());
  select string_agg(format('%I', a.attname), ', ') into columns from pg_catalog.pg_attribute a
   where a.attrelid = 'public.products'::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     and restored ? a.attname;
  execute format('insert into public.products (%1$s) select %1$s from jsonb_populate_record(null::public.products, $1)', columns)
    using restored;

  perform private.restore_availability(p_product_id, archived.slug_redirects, archived.availability);
  return jsonb_array_length(archived.product -> 'pictures') - jsonb_array_length(pictures);
end $$;
create function private.index_product(product public.products) returns void language plpgsql set search_path = '' as $$
declare
  name text := private.normalize_search_text(product.name);
  colour text := private.normalize_search_text(coalesce(product.colour, ''));
  fabric text := private.normalize_search_text(coalesce(product.fabric, ''));
  rest text := private.normalize_search_text(concat_ws(' ', product.description, product.modesty_notes, product.length));
  heading tsvector := setweight(to_tsvector('pg_catalog.english', concat_ws(' ', name, colour)), 'A')
    || setweight(to_tsvector('pg_catalog.english', fabric), 'B');
begin
  if not product.active then
    delete from private.product_search where product_id = product.id;
    return;
  end if;
  insert into private.product_search (product_id, name, created_at, heading, words)
  values (product.id, name, product.created_at, heading, heading || setweight(to_tsvector('pg_catalog.english', rest), 'C'))
  on conflict (product_id) do update set name = excluded.name, created_at = excluded.created_at,
    heading = excluded.heading, words = excluded.words;
  -- In one order, so that concurrent transactions do not deadlock.
  insert into private.search_vocabulary (word)
  select distinct w from regexp_split_to_table(concat_ws(' ', name, colour, fabric, rest), ' ') w
   where length(w) between 3 and 40 and w !~ '[0-9]'
     and not exists (select from private.search_vocabulary v where v.word = w)
   order by w on conflict do nothing;
end $$;
create or replace function private.normalize_signup() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  settings private.email_settings;
  suppression private.suppressions;
  replaced_id uuid;
  by_service boolean := coalesce(auth.role(), 'service_role') = 'service_role';
begin
  new.email := lower(trim(new.email));
  if tg_op = 'UPDATE' and new.email = old.email then return new; end if;
  select * into suppression from private.suppressions where address_hash = private.address_hash(new.email);
  if by_service or tg_op = 'UPDATE' then
    if tg_op = 'INSERT' then new.confirmed_at := coalesce(new.confirmed_at, public.shop_now()); end if;
    if suppression.reason is not null and new.unsubscribed_at is null then
      new.unsubscribed_at := suppression.at;
      new.unsubscribe_reason := suppression.reason;
    end if;
    return new;
  end if;
  select * into settings from private.email_settings;
  delete from public.email_signups
   where email = new.email and (unsubscribed_at is not null or confirmed_at is null) returning id into replaced_id;
  new.id := coalesce(replaced_id, new.id);
  new.consent_text := settings.consent_text;
  new.consented_at := public.shop_now();
  new.consent_ip := nullif(current_setting('request.ip', true), '');
  new.confirmed_at := case when settings.double_opt_in or suppression.reason is not null then null else public.shop_now() end;
  return new;
end $$;
create or replace function private.record_signup_change() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  by_service boolean := coalesce(auth.role(), 'service_role') = 'service_role';
  suppression private.suppressions;
  event text;
  cause text;
  period text := 'YYYY-MM-DD';
begin
  if tg_op = 'DELETE' then
    -- A row that a new sign-up replaces was not removed by a person.
    if pg_trigger_depth() = 1 then
      insert into private.consent_log (email, event, source, signup_id) values (old.email, 'removed', auth.role(), old.id);
    end if;
    return null;
  end if;
  if tg_op = 'INSERT' then
    event := case when by_service then 'imported' else 'signed_up' end;
  elsif new.email <> old.email then
    event := 'corrected';
  elsif new.unsubscribed_at is not null
      and (old.unsubscribed_at is null or new.unsubscribe_reason is distinct from old.unsubscribe_reason) then
    event := coalesce(new.unsubscribe_reason, 'unsubscribed');
  elsif new.unsubscribed_at is null and old.unsubscribed_at is not null then
    event := 'resumed';
  elsif new.confirmed_at is not null and old.confirmed_at is null then
    event := 'confirmed';
  else
    return null;
  end if;
  -- The suppression remains when the row is deleted.
  if new.unsubscribed_at is not null then
    insert into private.suppressions as n (address_hash, reason, at)
    values (private.address_hash(new.email), coalesce(new.unsubscribe_reason, 'unsubscribed'), new.unsubscribed_at)
    on conflict (address_hash) do update set reason = excluded.reason
      where excluded.reason = 'complaint' and n.reason <> 'complaint';
  end if;
  insert into private.consent_log (email, event, source, consent_text, ip, signup_id)
  values (new.email, event, new.source, new.consent_text,
    coalesce(nullif(current_setting('request.ip', true), ''), new.consent_ip), new.id);
  if new.unsubscribed_at is not null then return null; end if;
  select * into suppression from private.suppressions where address_hash = private.address_hash(new.email);
  -- An address that complained gets no confirmation either: a stranger could request one every week.
  if suppression.reason = 'complaint' and new.confirmed_at is null then return null; end if;
  if suppression.reason is not null then period := 'IYYY-"W"IW'; end if;
  cause := left(private.address_hash(new.email), 32) || '.' || to_char(public.shop_now(), period);
  if event in ('signed_up', 'corrected') and new.confirmed_at is null then
    perform private.queue_email('subscriber_confirm', cause, new.email, jsonb_build_object('signupId', new.id));
  elsif event in ('signed_up', 'confirmed') then
    perform private.queue_email('subscriber_welcome', cause, new.email, jsonb_build_object('signupId', new.id));
  end if;
  return null;
end $$;
create or replace function private.unsubscribe_suppressed() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  with suppressed as (select s.id, n.at, n.reason from added as n
    join public.email_signups as s on private.address_hash(s.email) = n.address_hash
    where s.confirmed_at is not null and s.unsubscribed_at is null for update of s skip locked)
  -- The reason `unsubscribed` is left out: the objection came for another row, so it cannot be undone from this one.
  update public.email_signups as s
     set unsubscribed_at = suppressed.at, unsubscribe_reason = nullif(suppressed.reason, 'unsubscribed')
    from suppressed where s.id = suppressed.id;
  return null;
end $$;
create or replace function private.count_signups() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from private.signup_counts;
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into private.signup_counts (subscribed, unconfirmed, unsubscribed)
    select subscribed, unconfirmed, unsubscribed from (
      select count(*) filter (where unsubscribed_at is null and confirmed_at is not null) as subscribed,
        count(*) filter (where unsubscribed_at is null and confirmed_at is null) as unconfirmed,
        count(*) filter (where unsubscribed_at is not null) as unsubscribed from added) as found
     where (subscribed, unconfirmed, unsubscribed) <> (0, 0, 0);
  elsif tg_op = 'DELETE' then
    insert into private.signup_counts (subscribed, unconfirmed, unsubscribed)
    select -subscribed, -unconfirmed, -unsubscribed from (
      select count(*) filter (where unsubscribed_at is null and confirmed_at is not null) as subscribed,
        count(*) filter (where unsubscribed_at is null and confirmed_at is null) as unconfirmed,
        count(*) filter (where unsubscribed_at is not null) as unsubscribed from gone) as found
     where (subscribed, unconfirmed, unsubscribed) <> (0, 0, 0);
  else
    insert into private.signup_counts (subscribed, unconfirmed, unsubscribed)
    select subscribed, unconfirmed, unsubscribed from (
      select coalesce(sum(sign) filter (where unsubscribed_at is null and confirmed_at is not null), 0) as subscribed,
        coalesce(sum(sign) filter (where unsubscribed_at is null and confirmed_at is null), 0) as unconfirmed,
        coalesce(sum(sign) filter (where unsubscribed_at is not null), 0) as unsubscribed
        from (select 1 as sign, unsubscribed_at, confirmed_at from added
          union all select -1, unsubscribed_at, confirmed_at from gone) as changes) as found
     where (subscribed, unconfirmed, unsubscribed) <> (0, 0, 0);
  end if;
  return null;
end $$;
create or replace function private.normalize_order() returns trigger language plpgsql as $$
declare
  refund_owed constant text := 'Refund owed: the order was cancelled';
  check_payment constant text := 'Look at this payment before sending';
  derived constant text[] := array['payment_read_at', 'order_view'];
  is_owed constant boolean :=
    new.order_status = 'cancelled' and new.final_amount > 0 and new.payment_state in ('paid', 'partly_refunded');
  was_owed constant boolean := old.order_status = 'cancelled' and old.payment_state in ('paid', 'partly_refunded');
begin
  if new.payment_read_at is distinct from old.payment_read_at and to_jsonb(new) - derived = to_jsonb(old) - derived then
    return new;
  end if;
  new.version := old.version + 1;
  new.updated_at := public.shop_now();
  new.tracking_number := nullif(btrim(new.tracking_number), '');
  new.ready_at := case when new.order_status <> 'pending' then new.ready_at end;
  -- The first promise is kept.
  new.promised_dispatch_by := coalesce(old.promised_dispatch_by,
    case when new.dispatch_by <> old.dispatch_by and (old.paid_at is not null or old.payment_status = 'paid')
      then old.dispatch_by end);
  -- A paid and cancelled order is reviewed until its money is refunded; then notes about refunds are removed.
  if is_owed and not was_owed and coalesce(position('Refund owed: ' in new.needs_review), 0) = 0 then
    new.needs_review := concat_ws('. ', new.needs_review, refund_owed);
  end if;
  if new.needs_review is not null then
    new.needs_review := (
      select string_agg(note, '. ' order by place) from unnest(string_to_array(new.needs_review, '. ')) with ordinality as n (note, place)
       where not (note = refund_owed and new.order_status <> 'cancelled')
         and not (new.payment_state = 'refunded' and (starts_with(note, 'Refund owed: ') or starts_with(note, 'Refund failed: ')))
         and not (note = check_payment and (new.order_status in ('shipped', 'delivered', 'cancelled') or new.payment_state = 'refunded')));
  end if;
  return new;
end $$;
create or replace function private.link_order_to_account() returns trigger language plpgsql as $$
begin
  -- The program writes customers' addresses; an administrator who does may not read accounts.
  if auth.role() = 'service_role' then
    new.user_id := (select id from auth.users
      where lower(email) = lower(new.customer_email) and email_confirmed_at is not null and not is_sso_user limit 1
      -- Locked until this order is written, so that an account is not erased meanwhile.
      for key share);
  end if;
  return new;
end $$;
create or replace function private.order_status_emails(o public.pre_orders)
  returns table (kind text, cause text, data jsonb, grace interval) language sql immutable as $$
  select e.kind, e.cause, e.data, e.grace
  from (values
    ('order_in_production', o.id::text, '{}'::jsonb, interval '1 minute', o.order_status = 'processing'),
    ('order_delivered', o.id::text, '{}'::jsonb, interval '1 minute', o.order_status = 'delivered'),
    ('order_cancelled', o.id::text, '{}'::jsonb, interval '1 minute', o.order_status = 'cancelled'),
    ('order_dispatched', o.id::text, '{"tracking": null}'::jsonb, interval '30 minutes',
      o.order_status = 'shipped' and o.tracking_number is null),
    ('order_dispatched', o.id::text || '.' || private.tracking_number_hash(o.tracking_number),
      jsonb_build_object('tracking', o.tracking_number), interval '1 minute',
      o.order_status = 'shipped' and o.tracking_number is not null)
  ) as e (kind, cause, data, grace, applies)
  where e.applies and o.customer_email is not null and (o.payment_status = 'paid' or o.paid_at is not null)
$$;
create or replace function private.queue_order_emails() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  email record;
begin
  if new.order_status is distinct from old.order_status or new.tracking_number is distinct from old.tracking_number then
    update private.outbox as w set state = 'dropped'
     where w.order_id = new.id and w.state = 'waiting'
       and (w.kind, w.cause) in (select was.kind, was.cause from private.order_status_emails(old) as was)
       and (w.kind, w.cause) not in (select e.kind, e.cause from private.order_status_emails(new) as e);
    -- The same parcel, with its number in another form.
    update private.outbox as w set data = e.data from private.order_status_emails(new) as e
     where w.order_id = new.id and w.state = 'waiting' and w.kind = e.kind and w.cause = e.cause and w.data <> e.data;
    for email in
      select * from private.order_status_emails(new) as e
       where (e.kind, e.cause) not in (select was.kind, was.cause from private.order_status_emails(old) as was)
         -- A customer who has a tracking number knows that the parcel was sent.
         and not (e.kind = 'order_dispatched' and e.data ->> 'tracking' is null and exists (
           select from private.outbox as w
            where w.order_id = new.id and w.kind = 'order_dispatched' and w.state in ('sending', 'sent')))
    loop
      perform private.queue_email(email.kind, email.cause, new.customer_email, email.data, new.id, now() + email.grace);
    end loop;
  end if;
  if new.refunded_amount > old.refunded_amount and new.customer_email is not null
    and (new.payment_status = 'paid' or new.paid_at is not null) then
    -- After the e-mail about the cancellation.
    perform private.queue_email('order_refunded', new.id::text || '.' || (new.refunded_amount * 100)::bigint,
      new.customer_email, jsonb_build_object('refunded', new.refunded_amount, 'total', new.final_amount), new.id,
      greatest(now(), (select max(w.next_attempt_at) + interval '2 seconds' from private.outbox as w
        where w.order_id = new.id and w.kind = 'order_cancelled' and w.state in ('waiting', 'sending'))));
  end if;
  -- Unsent e-mails go to a corrected address; one that is being sent, at its next attempt.
  if new.customer_email is distinct from old.customer_email and new.customer_email is not null then
    update private.outbox as w set recipient = new.customer_email
     where w.order_id = new.id and w.state in ('waiting', 'sending') and w.kind like 'order\_%' and w.kind <> 'order_choice_made';
  end if;
  return null;
end $$;
create function private.queue_owner_email(p_kind text, p_cause text, p_order_id uuid, wait interval, facts jsonb) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  address text := private.owner_email();
  moment timestamptz := public.shop_now();
  digest text;
  is_in_digest boolean;
begin
  if address is null then return; end if;
  select w.data ? 'digest' into is_in_digest from private.outbox as w where w.kind = p_kind and w.cause = p_cause;
  if is_in_digest then return; end if;
  if is_in_digest is null and (select count(*) from (select from private.outbox as w
      where w.kind = p_kind and w.kind like 'owner\_%' and not w.data ? 'digest' and w.created_at > moment - interval '1 hour'
      limit 20) as recent) >= 20 then
    digest := to_char(moment at time zone 'UTC', 'YYYY-MM-DD.HH24');
    insert into private.outbox (kind, cause, recipient, data, order_id, state, message_id)
    values (p_kind, p_cause, address, facts || jsonb_build_object('digest', digest), p_order_id, 'dropped',
      '<' || p_kind || '.' || p_cause || '>')
    on conflict on constraint outbox_kind_cause_key do nothing;
    -- Five minutes after the hour, when every transaction that began in it has ended.
    insert into private.outbox (kind, cause, recipient, data, next_attempt_at, message_id)
    values ('owner_digest', digest, address, jsonb_build_object('hour', digest), now() + (date_trunc('hour', moment) + interval '65 minutes' - moment),
      '<owner_digest.' || digest || '@' || (select mail_domain from private.email_settings) || '>')
    on conflict on constraint outbox_kind_cause_key do nothing;
    return;
  end if;
  perform private.queue_email(p_kind, p_cause, address, facts, p_order_id, now() + wait);
end $$;
create function private.sold_units(p_product_id uuid) returns bigint language sql stable set search_path = '' as $$
  select coalesce(sum(l.quantity), 0)::bigint
    from public.order_lines l join public.pre_orders o on o.id = l.order_id
   where l.product_id = p_product_id and l.is_preorder
     and private.is_sold(o.payment_state, o.payment_status, o.order_status)
$$;
create function private.reserved_units(p_product_id uuid)
returns table (order_id uuid, units bigint, until timestamptz, network text)
language sql stable set search_path = '' as $$
  select o.id, sum(l.quantity)::bigint, o.payment_session_expires_at, n.network
    from public.order_lines l join public.pre_orders o on o.id = l.order_id
    left join private.reservation_networks n on n.order_id = o.id
   where l.product_id = p_product_id and l.is_preorder
     and private.is_reserved(o.payment_state, o.payment_status, o.order_status)
   group by o.id, n.network
$$;
create function private.available_units(product public.products) returns bigint
language sql stable set search_path = '' as $$
  select case
    when not product.active then 0
    when product.preorder_limit is not null and public.is_preorder_live(product.is_preorder, product.preorder_end_date)
      then greatest(product.preorder_limit - private.sold_units(product.id), 0)
  end
$$;
create function private.update_availability(p_product_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  product public.products;
  units bigint;
  email_count bigint;
  is_sold_out boolean;
  grace constant interval := interval '1 minute'; -- a change that is undone within it sends nothing
  most constant integer := 500;
begin
  perform pg_advisory_xact_lock(hashtextextended('availability of products', 0));
  select * into product from public.products where id = p_product_id;
  if not found then return; end if;
  is_sold_out := product.is_preorder and product.preorder_limit is not null
    and private.sold_units(product.id) >= product.preorder_limit;
  if product.active then
    insert into private.product_availability (product_id) values (product.id) on conflict (product_id) do nothing;
  end if;
  update private.product_availability set sold_out_since = case when is_sold_out then public.shop_now() end
   where product_id = product.id and (sold_out_since is not null) <> is_sold_out;
  units := private.available_units(product);
  email_count := case when units is null then most else least(most, units * 3 - (
    select count(*) from private.waitlist
     where product_id = product.id and notified_at > public.shop_now() - interval '1 day')) end;
  if email_count <= 0 then return; end if;
  with next as (
    select w.id from private.waitlist w
     where w.product_id = product.id and w.notified_at is null and w.confirmed_at is not null
       and not exists (select from private.suppressions n where n.address_hash = private.address_hash(w.email))
     order by w.requested_at, w.id limit email_count for update of w skip locked
  ), notified as (
    update private.waitlist w set notified_at = public.shop_now() from next where w.id = next.id
    returning w.id, w.email, w.request_count, w.requested_at
  )
  select count(private.queue_email('waitlist_available', n.id || '.' || n.request_count, n.email,
    jsonb_build_object('waitingId', n.id, 'times', n.request_count), null, now() + grace))
    into email_count from (select * from notified order by requested_at, id) n;
end $$;
create or replace function private.refresh_availability() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  product_ids uuid[];
  each uuid;
begin
  if tg_table_name = 'products' then
    perform private.update_availability(new.id);
    return null;
  elsif tg_table_name = 'pre_orders' then
    product_ids := array(select l.product_id from public.order_lines l where l.order_id = new.id and l.is_preorder);
  elsif tg_op = 'INSERT' and not exists (select from public.pre_orders o
      where o.id = new.order_id and private.is_sold(o.payment_state, o.payment_status, o.order_status)) then
    return null;
  else
    product_ids := array_remove(array[(to_jsonb(old) ->> 'product_id')::uuid, (to_jsonb(new) ->> 'product_id')::uuid], null);
  end if;
  for each in select p.id from public.products p
    where p.preorder_limit is not null and p.id = any (product_ids) order by p.id
  loop
    perform private.update_availability(each);
  end loop;
  return null;
end $$;
revoke all on function private.restore_availability(uuid, jsonb, jsonb) from public;
grant execute on function private.restore_availability(uuid, jsonb, jsonb) to service_role;
revoke all on function private.restore_product(uuid, text) from public;
grant execute on function private.restore_product(uuid, text) to service_role;
revoke all on function private.index_product(public.products), private.update_product_search() from public;
revoke all on function private.queue_owner_email(text, text, uuid, interval, jsonb) from public;
revoke all on function private.sold_units(uuid), private.reserved_units(uuid), private.available_units(public.products) from public;
grant execute on function private.sold_units(uuid), private.reserved_units(uuid), private.available_units(public.products)
  to service_role;
revoke all on function private.sold_units(uuid), private.reserved_units(uuid), private.available_units(public.products) from public;
grant execute on function private.sold_units(uuid), private.reserved_units(uuid), private.available_units(public.products)
  to service_role;
revoke all on function private.update_availability(uuid) from public;
grant execute on function private.update_availability(uuid) to service_role;
revoke all on function private.sold_units(uuid), private.reserved_units(uuid), private.available_units(public.products) from public;
grant execute on function private.sold_units(uuid), private.reserved_units(uuid), private.available_units(public.products)
  to service_role;

-- Written anew, because a policy keeps the former name of a function as the name of its column.
alter policy "customers see their own orders, administrators all" on public.pre_orders
  using ((user_id = (select auth.uid()) and not (select private.needs_second_factor())) or (select private.is_admin()));

-- A constraint trigger's constraint keeps its former name when the trigger is renamed.
do $$
declare each record;
begin
  for each in select conrelid::regclass as owner, conname, tgname from pg_constraint c join pg_trigger on tgconstraint = c.oid
      where contype = 't' and conname <> tgname and not tgisinternal loop
    execute format('alter table %s rename constraint %I to %I', each.owner, each.conname, each.tgname);
  end loop;
end $$;
