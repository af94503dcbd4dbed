-- A sign-up keeps the wording that its page showed, also where the owner has changed it since the page was opened.

-- Every wording that pages have shown, the present one last.
alter table private.email_settings add column shown_consent_texts text[] not null default '{}';
update private.email_settings set shown_consent_texts = array[consent_text] where consent_text <> '';

-- A page names the wording that it shows. Any other text counts as none: the present wording is stored.
grant insert (consent_text) on public.email_signups to anon, authenticated;

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
  if new.consent_text is null or new.consent_text <> all (settings.shown_consent_texts) then
    new.consent_text := settings.consent_text;
  end if;
  new.consented_at := public.shop_now();
  new.consent_ip := nullif(current_setting('request.ip', true), '');
  new.confirmed_at := case when settings.double_opt_in or suppression.reason is not null then null else public.shop_now() end;
  return new;
end $$;
