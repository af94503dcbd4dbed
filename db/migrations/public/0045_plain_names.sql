-- Tables, columns, functions, triggers, constraints, policies, jobs and stored values get the field's usual names. Data stays.
-- The previous program does not work on the renamed tables: stop it before this runs.

alter table private.money_findings rename to payment_discrepancies;
alter table private.money_runs rename to reconciliation_runs;
alter table private.waiting_list rename to waitlist;
alter table private.garment_standing rename to product_availability;
alter table private.garment_words rename to product_search;
alter table private.garment_vocabulary rename to search_vocabulary;
alter table private.letter_pauses rename to leaky_buckets;
alter table private.list_rules rename to email_settings;
alter table private.moved_slugs rename to slug_redirects;

alter table private.payment_discrepancies rename column print to fingerprint;
alter table private.payment_discrepancies rename column accepted_print to accepted_fingerprint;
alter table private.payment_discrepancies rename column seen_in to last_run_id;
alter table private.payment_discrepancies rename column resolved_how to resolution;
alter table private.reconciliation_runs rename column asked_by to requested_by;
alter table private.reconciliation_runs rename column alive_at to heartbeat_at;
alter table private.waitlist rename column asked_at to requested_at;
alter table private.waitlist rename column times to request_count;
alter table private.waitlist rename column told_at to notified_at;
alter table private.product_availability rename column full_since to sold_out_since;
alter table private.leaky_buckets rename column last_at to last_token_at;
alter table private.leaky_buckets rename column address_hash to key_hash;
alter table private.slug_redirects rename column left_at to created_at;
alter table private.deleted_products rename column moved_slugs to slug_redirects;
alter table private.deleted_products rename column standing to availability;
alter table public.discount_codes rename column life to id;
alter table private.discount_holds rename column life to discount_id;
alter table private.campaign_runs rename column runner to worker_id;
alter table private.campaign_runs rename column lanes to concurrency;
alter table private.campaign_runs rename column failures_in_a_row to consecutive_failures;
alter table private.signup_counts rename column on_list to subscribed;
alter table private.signup_counts rename column off_list to unsubscribed;
alter table private.vitals rename column figure to metric;
alter table private.order_delays rename column dispatch_by_before to previous_dispatch_by;

-- Constraints and indexes follow their table; then those whose own name changes.
do $$
declare
  each record;
  pair text[];
begin
  foreach pair slice 1 in array array[
    ['money_findings', 'payment_discrepancies'],
    ['money_runs', 'reconciliation_runs'],
    ['waiting_list', 'waitlist'],
    ['garment_standing', 'product_availability'],
    ['garment_words', 'product_search'],
    ['garment_vocabulary', 'search_vocabulary'],
    ['letter_pauses', 'leaky_buckets'],
    ['list_rules', 'email_settings'],
    ['moved_slugs', 'slug_redirects']
  ] loop
    for each in select conname, conrelid::regclass as owner from pg_constraint
        where conrelid = to_regclass('private.' || pair[2]) and starts_with(conname, pair[1]) loop
      execute format('alter table %s rename constraint %I to %I', each.owner, each.conname,
        pair[2] || substr(each.conname, length(pair[1]) + 1));
    end loop;
    for each in select indexrelid::regclass as name, relname from pg_index join pg_class on oid = indexrelid
        where indrelid = to_regclass('private.' || pair[2]) and starts_with(relname, pair[1]) loop
      execute format('alter index %s rename to %I', each.name, pair[2] || substr(each.relname, length(pair[1]) + 1));
    end loop;
  end loop;
  foreach pair slice 1 in array array[
    ['discount_codes_check', 'discount_codes_ends_after_start'],
    ['pre_orders_check', 'pre_orders_discount_amount_check'],
    ['order_delays_check', 'order_delays_answer_has_time'],
    ['email_signups_beginning_idx', 'email_signups_prefix_idx'],
    ['email_signups_left_idx', 'email_signups_unsubscribed_idx'],
    ['email_signups_off_newest_idx', 'email_signups_unsubscribed_newest_idx'],
    ['email_signups_on_newest_idx', 'email_signups_subscribed_newest_idx'],
    ['email_signups_part_idx', 'email_signups_trigram_idx'],
    ['pre_orders_cancelled_unpaid_back_idx', 'pre_orders_refund_owed_idx'],
    ['pre_orders_text_idx', 'pre_orders_search_idx'],
    ['order_lines_picture_idx', 'order_lines_image_idx'],
    ['campaign_recipients_once', 'campaign_recipients_campaign_id_email_key'],
    ['outbox_once', 'outbox_kind_cause_key'],
    ['waitlist_once', 'waitlist_product_id_email_key'],
    ['search_vocabulary_letters_idx', 'search_vocabulary_trigram_idx'],
    ['reconciliation_runs_one_at_a_time', 'reconciliation_runs_one_running_key'],
    ['payment_discrepancies_key', 'payment_discrepancies_key_key'],
    ['payment_discrepancies_seen_in_fkey', 'payment_discrepancies_last_run_id_fkey'],
    ['waitlist_told_idx', 'waitlist_notified_idx'],
    ['objects_name_beginning_idx', 'objects_name_prefix_idx'],
    ['pre_orders_discount_is_whole', 'pre_orders_discount_complete'],
    ['products_preorder_end_date_is_a_day', 'products_preorder_end_date_valid'],
    ['products_sizes_are_names', 'products_sizes_valid'],
    ['products_slug_form', 'products_slug_format'],
    ['order_lines_size_advice_is_read', 'order_lines_size_advice_valid'],
    ['campaign_runs_lanes_check', 'campaign_runs_concurrency_check'],
    ['vitals_figure_check', 'vitals_metric_check']
  ] loop
    for each in select conname, conrelid::regclass as owner from pg_constraint join pg_namespace n on n.oid = connamespace
        where conname = pair[1] and nspname in ('public', 'private') loop
      execute format('alter table %s rename constraint %I to %I', each.owner, each.conname, pair[2]);
    end loop;
    for each in select c.oid::regclass as name from pg_class c join pg_namespace n on n.oid = relnamespace
        where relname = pair[1] and relkind = 'i' and nspname in ('public', 'private', 'storage') loop
      execute format('alter index %s rename to %I', each.name, pair[2]);
    end loop;
  end loop;
  -- PostgreSQL 18 names constraints of columns that are not null.
  for each in select c.conname, c.conrelid::regclass as owner, relname || '_' || attname || '_not_null' as wanted
      from pg_constraint c join pg_class t on t.oid = conrelid join pg_namespace n on n.oid = connamespace
      join pg_attribute a on attrelid = conrelid and attnum = conkey[1]
      where contype = 'n' and nspname in ('public', 'private') and conname <> relname || '_' || attname || '_not_null' loop
    execute format('alter table %s rename constraint %I to %I', each.owner, each.conname, each.wanted);
  end loop;
end $$;

-- Triggers, and policies by what they allow. Triggers of one event run in the order of their names; no order changes here.
do $$
declare
  each record;
  pair text[];
begin
  foreach pair slice 1 in array array[
    ['announce', 'notify_change'],
    ['take_off', 'unsubscribe_suppressed'],
    ['count_added', 'count_inserted'],
    ['count_gone', 'count_deleted'],
    ['count_changed', 'count_updated'],
    ['count_emptied', 'count_truncated'],
    ['count_new', 'count_inserted'],
    ['count_removed', 'count_deleted'],
    ['one_at_a_time', 'refuse_bulk_signup'],
    ['places', 'refresh_availability'],
    ['places_of_gone', 'refresh_availability_on_delete'],
    ['places_of_new', 'refresh_availability_on_insert'],
    ['letters', 'queue_emails'],
    ['tell_owner', 'queue_owner_email'],
    ['shipping_day', 'set_shipped_at'],
    ['keep_deleted', 'archive_deleted'],
    ['keep_moved_slug', 'record_slug_redirect'],
    ['words', 'update_search'],
    ['words_of_new', 'update_search_on_insert'],
    ['forget_network', 'delete_network']
  ] loop
    for each in select tgrelid::regclass as owner, tgname from pg_trigger join pg_class c on c.oid = tgrelid
        join pg_namespace n on n.oid = relnamespace
        where tgname = pair[1] and not tgisinternal and nspname in ('public', 'private', 'storage') loop
      execute format('alter trigger %I on %s rename to %I', each.tgname, each.owner, pair[2]);
    end loop;
  end loop;
  for each in select schemaname, tablename, policyname, format('%s %s', case roles[1] when 'shop_triggers' then 'triggers'
        else 'service_role' end, case cmd when 'ALL' then 'may do everything' when 'SELECT' then 'may read'
        when 'INSERT' then 'may insert' when 'UPDATE' then 'may update' else 'may delete' end) as wanted
      from pg_policies where schemaname in ('public', 'private', 'auth', 'storage')
        and roles in ('{shop_triggers}', '{service_role}') loop
    execute format('alter policy %I on %I.%I rename to %I', each.policyname, each.schemaname, each.tablename, each.wanted);
  end loop;
end $$;
alter policy "policies read the rules" on private.access_rules rename to "users may read";
alter policy "everybody reads the clock" on private.clock rename to "every caller may read";
alter policy "anybody signs up" on public.email_signups rename to "every caller may sign up";
alter policy "administrators correct sign-ups" on public.email_signups rename to "administrators change sign-ups";
alter policy "administrators remove sign-ups" on public.email_signups rename to "administrators delete sign-ups";
alter policy "administrators remove orders nobody can pay" on public.pre_orders rename to "administrators delete orders that cannot be paid";
alter policy "lines are seen with their order" on public.order_lines rename to "readers of an order see its lines";
alter policy "a user sees her own roles" on public.user_roles rename to "users see their own roles";
alter policy "administrators keep objects" on storage.objects rename to "administrators manage objects";

-- Functions, and every mention of an old name in a body.
do $$
declare
  each record;
  pair text[];
  body text;
begin
  -- Loads the library of pg_trgm: before that, a function that sets its threshold is refused.
  execute format('select %I.similarity('''', '''')',
    (select n.nspname from pg_opclass o join pg_namespace n on n.oid = o.opcnamespace where o.opcname = 'gin_trgm_ops'));
  foreach pair slice 1 in array array[
    ['announce_change', 'notify_change'],
    ['announce_objects', 'notify_object_change'],
    ['before_product', 'normalize_product'],
    ['before_order', 'normalize_order'],
    ['before_signup', 'normalize_signup'],
    ['before_discount_code', 'set_discount_code_version'],
    ['after_signup', 'record_signup_change'],
    ['garment_changed', 'update_product_search'],
    ['note_garment_words', 'index_product'],
    ['is_reserving', 'is_reserved'],
    ['keep_deleted_product', 'archive_deleted_product'],
    ['keep_moved_slug', 'record_slug_redirect'],
    ['letters_told_by', 'order_status_emails'],
    ['write_order_letters', 'queue_order_emails'],
    ['queue_letter', 'queue_email'],
    ['may_be_written_to', 'can_email'],
    ['note_shipping_day', 'set_shipped_at'],
    ['object_name_of', 'object_name_from_url'],
    ['one_signup_at_a_time', 'refuse_bulk_signup'],
    ['has_shown_factor', 'has_second_factor'],
    ['owes_factor', 'needs_second_factor'],
    ['order_text', 'order_search_text'],
    ['owner_address', 'owner_email'],
    ['parcel_hash', 'tracking_number_hash'],
    ['pictures_with_facts', 'with_image_metadata'],
    ['places_changed', 'refresh_availability'],
    ['see_to_garment', 'update_availability'],
    ['places_left', 'available_units'],
    ['plain_words', 'normalize_search_text'],
    ['sold_pieces', 'sold_units'],
    ['reserved_pieces', 'reserved_units'],
    ['restore_standing', 'restore_availability'],
    ['take_off_who_said_no', 'unsubscribe_suppressed'],
    ['tell_owner', 'queue_owner_email'],
    ['tell_owner_of_order', 'queue_owner_order_email'],
    ['tell_owner_of_finding', 'queue_owner_discrepancy_email'],
    ['words_like', 'similar_words'],
    ['forget_network', 'delete_reservation_network'], ['count_bytes', 'update_used_bytes']
  ] loop
    for each in select p.oid::regprocedure as name from pg_proc p join pg_namespace n on n.oid = pronamespace
        where proname = pair[1] and nspname in ('private', 'storage') loop
      execute format('alter function %s rename to %I', each.name, pair[2]);
    end loop;
  end loop;
  for each in select p.oid, prosrc from pg_proc p join pg_namespace n on n.oid = pronamespace
      where nspname in ('private', 'public') and proname not in ('reserved_units', 'restore_availability') loop
    body := each.prosrc;
    foreach pair slice 1 in array array[
    ['money_findings', 'payment_discrepancies'],
    ['money_runs', 'reconciliation_runs'],
    ['waiting_list', 'waitlist'],
    ['garment_standing', 'product_availability'],
    ['garment_words', 'product_search'],
    ['garment_vocabulary', 'search_vocabulary'],
    ['letter_pauses', 'leaky_buckets'],
    ['list_rules', 'email_settings'],
    ['moved_slugs', 'slug_redirects'], ['announce_change', 'notify_change'],
    ['announce_objects', 'notify_object_change'],
    ['before_product', 'normalize_product'],
    ['before_order', 'normalize_order'],
    ['before_signup', 'normalize_signup'],
    ['before_discount_code', 'set_discount_code_version'],
    ['after_signup', 'record_signup_change'],
    ['garment_changed', 'update_product_search'],
    ['note_garment_words', 'index_product'],
    ['is_reserving', 'is_reserved'],
    ['keep_deleted_product', 'archive_deleted_product'],
    ['keep_moved_slug', 'record_slug_redirect'],
    ['letters_told_by', 'order_status_emails'],
    ['write_order_letters', 'queue_order_emails'],
    ['queue_letter', 'queue_email'],
    ['may_be_written_to', 'can_email'],
    ['note_shipping_day', 'set_shipped_at'],
    ['object_name_of', 'object_name_from_url'],
    ['one_signup_at_a_time', 'refuse_bulk_signup'],
    ['has_shown_factor', 'has_second_factor'],
    ['owes_factor', 'needs_second_factor'],
    ['order_text', 'order_search_text'],
    ['owner_address', 'owner_email'],
    ['parcel_hash', 'tracking_number_hash'],
    ['pictures_with_facts', 'with_image_metadata'],
    ['places_changed', 'refresh_availability'],
    ['see_to_garment', 'update_availability'],
    ['places_left', 'available_units'],
    ['plain_words', 'normalize_search_text'],
    ['sold_pieces', 'sold_units'],
    ['reserved_pieces', 'reserved_units'],
    ['restore_standing', 'restore_availability'],
    ['take_off_who_said_no', 'unsubscribe_suppressed'],
    ['tell_owner', 'queue_owner_email'],
    ['tell_owner_of_order', 'queue_owner_order_email'],
    ['tell_owner_of_finding', 'queue_owner_discrepancy_email'],
    ['words_like', 'similar_words'],
    ['forget_network', 'delete_reservation_network'], ['accepted_print', 'accepted_fingerprint'],
    ['seen_in', 'last_run_id'],
    ['resolved_how', 'resolution'],
    ['asked_by', 'requested_by'],
    ['alive_at', 'heartbeat_at'],
    ['asked_at', 'requested_at'],
    ['told_at', 'notified_at'],
    ['full_since', 'sold_out_since'],
    ['last_at', 'last_token_at'],
    ['left_at', 'created_at'],
    ['failures_in_a_row', 'consecutive_failures'],
    ['on_list', 'subscribed'],
    ['off_list', 'unsubscribed'],
    ['dispatch_by_before', 'previous_dispatch_by'],
    ['standing', 'availability'], ['outbox_once', 'outbox_kind_cause_key'],
    ['list_confirm', 'subscriber_confirm'],
    ['list_welcome', 'subscriber_welcome'],
    ['list_complaint', 'subscriber_complaint'],
    ['waiting_kept', 'waitlist_joined'],
    ['waiting_confirm', 'waitlist_confirm'],
    ['waiting_open', 'waitlist_available'],
    ['owner_money_finding', 'owner_payment_discrepancy'], ['owner_letters', 'owner_emails'], ['places of garments', 'availability of products']
    ] loop
      body := regexp_replace(body, '\m' || pair[1] || '\M', pair[2], 'g');
    end loop;
    body := replace(replace(body, 'w.times', 'w.request_count'), 't.times', 't.request_count');
    body := replace(body, '''finding'', new.id', '''discrepancy'', new.id');
    if body <> each.prosrc then execute replace(pg_get_functiondef(each.oid), each.prosrc, body); end if;
  end loop;
end $$;
drop function private.reserved_units(uuid);
create function private.reserved_units(garment uuid)
returns table (order_id uuid, units bigint, until timestamptz, network text)
language sql stable set search_path = '' as $$
  select o.id, sum(l.quantity)::bigint, o.payment_session_expires_at, n.network
    from public.order_lines l join public.pre_orders o on o.id = l.order_id
    left join private.reservation_networks n on n.order_id = o.id
   where l.product_id = garment and l.is_preorder
     and private.is_reserved(o.payment_state, o.payment_status, o.order_status)
   group by o.id, n.network
$$;
revoke all on function private.reserved_units(uuid) from public;
grant execute on function private.reserved_units(uuid) to service_role;

drop function private.restore_availability(uuid, jsonb, jsonb);
create function private.restore_availability(garment uuid, redirects jsonb, availability jsonb) returns void language plpgsql
  security definer set search_path = '' as $$
begin
  insert into private.slug_redirects (slug, product_id, created_at)
  select m.slug, garment, m.created_at from jsonb_to_recordset(redirects) as m (slug text, created_at timestamptz)
   where not exists (select from public.products p where p.slug = m.slug and p.active)
  on conflict (slug) do nothing;
  if availability is not null then
    insert into private.product_availability (product_id, published_at)
    values (garment, (availability ->> 'published_at')::timestamptz) on conflict (product_id) do nothing;
  end if;
end $$;
revoke all on function private.restore_availability(uuid, jsonb, jsonb) from public;
grant execute on function private.restore_availability(uuid, jsonb, jsonb) to service_role;

-- Stored values. The owner of the tables may not touch rows while the policies bind this role too.
alter table private.audit_log no force row level security;
alter table private.outbox no force row level security;
alter table private.settings no force row level security;
alter table private.payment_discrepancies no force row level security;
alter table private.deleted_products no force row level security;
alter table private.settings disable trigger audit;
alter table private.payment_discrepancies disable trigger audit;
do $$
declare pair text[];
begin
  foreach pair slice 1 in array array[
    ['money_findings', 'payment_discrepancies'],
    ['money_runs', 'reconciliation_runs'],
    ['waiting_list', 'waitlist'],
    ['garment_standing', 'product_availability'],
    ['garment_words', 'product_search'],
    ['garment_vocabulary', 'search_vocabulary'],
    ['letter_pauses', 'leaky_buckets'],
    ['list_rules', 'email_settings'],
    ['moved_slugs', 'slug_redirects']
  ] loop
    update private.audit_log set table_name = pair[2] where table_name = pair[1];
  end loop;
  -- The rows of the log hold the columns by name.
  foreach pair slice 1 in array array[
    ['payment_discrepancies', 'print', 'fingerprint'],
    ['payment_discrepancies', 'accepted_print', 'accepted_fingerprint'],
    ['payment_discrepancies', 'seen_in', 'last_run_id'],
    ['payment_discrepancies', 'resolved_how', 'resolution'],
    ['discount_codes', 'life', 'id'],
    ['order_delays', 'dispatch_by_before', 'previous_dispatch_by']
  ] loop
    update private.audit_log
       set before = case when before ? pair[2] then (before - pair[2]) || jsonb_build_object(pair[3], before -> pair[2]) else before end,
           after = case when after ? pair[2] then (after - pair[2]) || jsonb_build_object(pair[3], after -> pair[2]) else after end
     where table_name = pair[1] and (before ? pair[2] or after ? pair[2]);
  end loop;
  foreach pair slice 1 in array array[
    ['list_confirm', 'subscriber_confirm'],
    ['list_welcome', 'subscriber_welcome'],
    ['list_complaint', 'subscriber_complaint'],
    ['waiting_kept', 'waitlist_joined'],
    ['waiting_confirm', 'waitlist_confirm'],
    ['waiting_open', 'waitlist_available'],
    ['owner_money_finding', 'owner_payment_discrepancy']
  ] loop
    update private.outbox set kind = pair[2] where kind = pair[1];
  end loop;
end $$;
update private.outbox set data = (data - 'finding') || jsonb_build_object('discrepancy', data -> 'finding')
 where kind = 'owner_payment_discrepancy' and data ? 'finding';
update private.settings set name = 'owner_emails' where name = 'owner_letters';
update private.audit_log set row_id = 'owner_emails' where table_name = 'settings' and row_id = 'owner_letters';
alter table private.payment_discrepancies drop constraint payment_discrepancies_kind_check;
update private.payment_discrepancies set kind = 'refund_not_recorded', key = regexp_replace(key, '^refund_not_noted\M', 'refund_not_recorded')
 where kind = 'refund_not_noted';
alter table private.payment_discrepancies add constraint payment_discrepancies_kind_check check (kind in ('paid_without_order',
  'order_without_payment', 'paid_by_hand', 'paid_set_pending', 'different_amount', 'refund_not_recorded', 'refund_owed',
  'refund_failed', 'paid_twice', 'open_dispute', 'fraud_warning'));
update private.deleted_products set slug_redirects = (
  select coalesce(jsonb_agg(jsonb_build_object('slug', r -> 'slug', 'created_at', r -> 'left_at') order by n), '[]')
    from jsonb_array_elements(slug_redirects) with ordinality as rows (r, n));
alter table private.settings enable trigger audit;
alter table private.payment_discrepancies enable trigger audit;
alter table private.audit_log force row level security;
alter table private.outbox force row level security;
alter table private.settings force row level security;
alter table private.payment_discrepancies force row level security;
alter table private.deleted_products force row level security;

-- Jobs that wait under an old name run under the new one.
do $$
declare pair text[];
begin
  if to_regclass('pgboss.queue') is null then return; end if;
  foreach pair slice 1 in array array[
    ['mail.send-letter', 'email.send'],
    ['money.compare-books', 'payments.reconcile'],
    ['money.compare', 'payments.reconcile-scheduled'],
    ['campaign.forget-sign-ups', 'subscribers.delete-old-signups'],
    ['waiting.see-to-garments', 'waitlist.update-availability'],
    ['waiting.forget', 'waitlist.delete-old'],
    ['storage.see-to-pictures', 'storage.process-images'],
    ['orders.take-missed-events', 'orders.fetch-missed-events'],
    ['vitals.forget-visits', 'monitoring.delete-old-vitals'],
    ['jobs.look-at-dead', 'jobs.check-dead'],
    ['content.sweep-contact-letters', 'content.delete-old-messages']
  ] loop
    insert into pgboss.queue select (jsonb_populate_record(q, jsonb_build_object('name', pair[2]))).*
      from pgboss.queue q where name = pair[1] on conflict do nothing;
    update pgboss.job set name = pair[2] where name = pair[1];
    update pgboss.job set source_name = pair[2] where source_name = pair[1];
    delete from pgboss.queue where name = pair[1];
  end loop;
end $$;
