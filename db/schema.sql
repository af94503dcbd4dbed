-- Written by `npm run db:types` from db/migrations, to be read.

create type auth.aal_level as enum ('aal1', 'aal2', 'aal3');

create type auth.code_challenge_method as enum ('s256', 'plain');

create type auth.factor_status as enum ('unverified', 'verified');

create type auth.factor_type as enum ('totp', 'webauthn', 'phone');

create type auth.one_time_token_type as enum ('confirmation_token', 'reauthentication_token', 'recovery_token', 'email_change_token_new', 'email_change_token_current', 'phone_change_token');

create table auth.audit_log_entries (
  instance_id uuid,
  id uuid default gen_random_uuid() not null,
  payload json,
  created_at timestamp with time zone default now() not null,
  ip_address character varying(64) default ''::character varying not null,
  constraint audit_log_entries_pkey PRIMARY KEY (id)
);
alter table auth.audit_log_entries enable row level security;
alter table auth.audit_log_entries force row level security;
CREATE INDEX audit_log_entries_created_at_idx ON auth.audit_log_entries USING btree (created_at);
create policy "service_role may do everything" on auth.audit_log_entries for all to service_role using (true) with check (true);
create policy "triggers may delete" on auth.audit_log_entries for delete to shop_triggers using (true);
create policy "triggers may read" on auth.audit_log_entries for select to shop_triggers using (true);
grant insert, select on auth.audit_log_entries to service_role;

create table auth.flow_state (
  id uuid default gen_random_uuid() not null,
  user_id uuid,
  auth_code text,
  code_challenge_method auth.code_challenge_method,
  code_challenge text,
  provider_type text not null,
  provider_access_token text,
  provider_refresh_token text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  authentication_method text not null,
  auth_code_issued_at timestamp with time zone,
  invite_token text,
  referrer text,
  oauth_client_state_id uuid,
  linking_target_id uuid,
  email_optional boolean default false not null,
  provider_state text,
  constraint flow_state_auth_code_key UNIQUE (auth_code),
  constraint flow_state_pkey PRIMARY KEY (id),
  constraint flow_state_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table auth.flow_state enable row level security;
alter table auth.flow_state force row level security;
CREATE INDEX flow_state_created_at_idx ON auth.flow_state USING btree (created_at);
create policy "service_role may do everything" on auth.flow_state for all to service_role using (true) with check (true);
grant delete, insert, select, update on auth.flow_state to service_role;

create table auth.identities (
  provider_id text not null,
  user_id uuid not null,
  identity_data jsonb not null,
  provider text not null,
  last_sign_in_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  email text generated always as (lower((identity_data ->> 'email'::text))) stored,
  id uuid default gen_random_uuid() not null,
  constraint identities_pkey PRIMARY KEY (id),
  constraint identities_provider_id_provider_unique UNIQUE (provider_id, provider),
  constraint identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table auth.identities enable row level security;
alter table auth.identities force row level security;
CREATE INDEX identities_user_id_idx ON auth.identities USING btree (user_id);
create policy "service_role may do everything" on auth.identities for all to service_role using (true) with check (true);
grant delete, insert, select, update on auth.identities to service_role;

create table auth.mfa_amr_claims (
  id uuid default gen_random_uuid() not null,
  session_id uuid not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  authentication_method text not null,
  constraint mfa_amr_claims_pkey PRIMARY KEY (id),
  constraint mfa_amr_claims_session_id_authentication_method_pkey UNIQUE (session_id, authentication_method),
  constraint mfa_amr_claims_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE
);
alter table auth.mfa_amr_claims enable row level security;
alter table auth.mfa_amr_claims force row level security;
create policy "service_role may do everything" on auth.mfa_amr_claims for all to service_role using (true) with check (true);
grant delete, insert, select, update on auth.mfa_amr_claims to service_role;

create table auth.mfa_challenges (
  id uuid default gen_random_uuid() not null,
  factor_id uuid not null,
  created_at timestamp with time zone default now() not null,
  verified_at timestamp with time zone,
  ip_address inet not null,
  otp_code text,
  web_authn_session_data jsonb,
  attempts integer default 0 not null,
  constraint mfa_challenges_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE CASCADE,
  constraint mfa_challenges_pkey PRIMARY KEY (id)
);
alter table auth.mfa_challenges enable row level security;
alter table auth.mfa_challenges force row level security;
CREATE INDEX mfa_challenges_factor_idx ON auth.mfa_challenges USING btree (factor_id, created_at);
create policy "service_role may do everything" on auth.mfa_challenges for all to service_role using (true) with check (true);
grant delete, insert, select, update on auth.mfa_challenges to service_role;

create table auth.mfa_factors (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  friendly_name text,
  factor_type auth.factor_type not null,
  status auth.factor_status default 'unverified'::auth.factor_status not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  secret text,
  phone text,
  last_challenged_at timestamp with time zone,
  web_authn_credential jsonb,
  web_authn_aaguid uuid,
  last_webauthn_challenge_data jsonb,
  last_used_step bigint,
  constraint mfa_factors_pkey PRIMARY KEY (id),
  constraint mfa_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table auth.mfa_factors enable row level security;
alter table auth.mfa_factors force row level security;
CREATE UNIQUE INDEX mfa_factors_name_key ON auth.mfa_factors USING btree (user_id, COALESCE(friendly_name, ''::text));
CREATE INDEX mfa_factors_user_id_idx ON auth.mfa_factors USING btree (user_id, created_at);
create policy "service_role may do everything" on auth.mfa_factors for all to service_role using (true) with check (true);
create policy "users see whether they have second factors" on auth.mfa_factors for select to authenticated using ((user_id = ( SELECT auth.uid() AS uid)));
grant select (user_id, status) on auth.mfa_factors to authenticated;
grant delete, insert, select, update on auth.mfa_factors to service_role;

create table auth.one_time_tokens (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  token_type auth.one_time_token_type not null,
  token_hash text not null,
  relates_to text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  code_hash text,
  purpose text default ''::text not null,
  attempts integer default 0 not null,
  expires_at timestamp with time zone not null,
  constraint one_time_tokens_pkey PRIMARY KEY (id),
  constraint one_time_tokens_token_hash_check CHECK ((token_hash <> ''::text)),
  constraint one_time_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table auth.one_time_tokens enable row level security;
alter table auth.one_time_tokens force row level security;
CREATE INDEX one_time_tokens_relates_to_idx ON auth.one_time_tokens USING btree (relates_to);
CREATE INDEX one_time_tokens_token_hash_idx ON auth.one_time_tokens USING btree (token_hash);
CREATE UNIQUE INDEX one_time_tokens_user_id_token_type_key ON auth.one_time_tokens USING btree (user_id, token_type);
create policy "service_role may do everything" on auth.one_time_tokens for all to service_role using (true) with check (true);
grant delete, insert, select, update on auth.one_time_tokens to service_role;

create table auth.refresh_tokens (
  instance_id uuid,
  id bigint generated by default as identity not null,
  token character varying(255) not null,
  user_id character varying(255),
  revoked boolean default false not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  parent character varying(255),
  session_id uuid not null,
  reusable boolean default true not null,
  constraint refresh_tokens_pkey PRIMARY KEY (id),
  constraint refresh_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE,
  constraint refresh_tokens_token_key UNIQUE (token)
);
alter table auth.refresh_tokens enable row level security;
alter table auth.refresh_tokens force row level security;
CREATE INDEX refresh_tokens_session_idx ON auth.refresh_tokens USING btree (session_id, revoked);
CREATE INDEX refresh_tokens_used_idx ON auth.refresh_tokens USING btree (updated_at) WHERE revoked;
create policy "service_role may do everything" on auth.refresh_tokens for all to service_role using (true) with check (true);
grant delete, insert, select, update on auth.refresh_tokens to service_role;

create table auth.sessions (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  factor_id uuid,
  aal auth.aal_level default 'aal1'::auth.aal_level not null,
  not_after timestamp with time zone,
  refreshed_at timestamp without time zone,
  user_agent text,
  ip inet,
  tag text,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table auth.sessions enable row level security;
alter table auth.sessions force row level security;
CREATE INDEX sessions_user_id_idx ON auth.sessions USING btree (user_id, created_at);
create policy "service_role may do everything" on auth.sessions for all to service_role using (true) with check (true);
create policy "users see the level of their sessions" on auth.sessions for select to authenticated using ((user_id = ( SELECT auth.uid() AS uid)));
grant select (id, user_id, aal) on auth.sessions to authenticated;
grant delete, insert, select, update on auth.sessions to service_role;

create table auth.users (
  instance_id uuid,
  id uuid default gen_random_uuid() not null,
  aud character varying(255) default 'authenticated'::character varying,
  role character varying(255) default 'authenticated'::character varying,
  email character varying(255),
  encrypted_password character varying(255),
  email_confirmed_at timestamp with time zone,
  invited_at timestamp with time zone,
  confirmation_token character varying(255),
  confirmation_sent_at timestamp with time zone,
  recovery_token character varying(255),
  recovery_sent_at timestamp with time zone,
  email_change_token_new character varying(255),
  email_change character varying(255),
  email_change_sent_at timestamp with time zone,
  last_sign_in_at timestamp with time zone,
  raw_app_meta_data jsonb default '{}'::jsonb not null,
  raw_user_meta_data jsonb default '{}'::jsonb not null,
  is_super_admin boolean,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  phone text,
  phone_confirmed_at timestamp with time zone,
  phone_change text default ''::text,
  phone_change_token character varying(255) default ''::character varying,
  phone_change_sent_at timestamp with time zone,
  confirmed_at timestamp with time zone generated always as (LEAST(email_confirmed_at, phone_confirmed_at)) stored,
  email_change_token_current character varying(255) default ''::character varying,
  email_change_confirm_status smallint default 0,
  banned_until timestamp with time zone,
  reauthentication_token character varying(255) default ''::character varying,
  reauthentication_sent_at timestamp with time zone,
  is_sso_user boolean default false not null,
  deleted_at timestamp with time zone,
  is_anonymous boolean default false not null,
  password_expires_at timestamp with time zone,
  constraint users_email_change_confirm_status_check CHECK (((email_change_confirm_status >= 0) AND (email_change_confirm_status <= 2))),
  constraint users_phone_key UNIQUE (phone),
  constraint users_pkey PRIMARY KEY (id)
);
alter table auth.users enable row level security;
alter table auth.users force row level security;
CREATE INDEX users_created_at_idx ON auth.users USING btree (created_at DESC, id);
CREATE UNIQUE INDEX users_email_key ON auth.users USING btree (lower((email)::text)) WHERE (is_sso_user = false);
CREATE TRIGGER link_orders AFTER INSERT OR UPDATE OF email_confirmed_at ON auth.users FOR EACH ROW EXECUTE FUNCTION private.link_orders_of_account();
create policy "service_role may do everything" on auth.users for all to service_role using (true) with check (true);
grant delete, insert, select, update on auth.users to service_role;

create table discount_codes (
  code text not null,
  percent smallint not null,
  active boolean default true not null,
  starts_at timestamp with time zone default shop_now() not null,
  ends_at timestamp with time zone,
  minimum_subtotal numeric(10,2),
  max_redemptions integer,
  redeemed integer default 0 not null,
  held integer default 0 not null,
  created_at timestamp with time zone default shop_now() not null,
  version integer default 1 not null,
  id uuid default gen_random_uuid() not null,
  constraint discount_codes_code_check CHECK (((code = upper(TRIM(BOTH FROM code))) AND (code ~ '^[A-Z0-9][A-Z0-9_-]{0,39}$'::text))),
  constraint discount_codes_ends_after_start CHECK ((ends_at > starts_at)),
  constraint discount_codes_held_check CHECK ((held >= 0)),
  constraint discount_codes_max_redemptions_check CHECK ((max_redemptions > 0)),
  constraint discount_codes_minimum_subtotal_check CHECK ((minimum_subtotal >= (0)::numeric)),
  constraint discount_codes_percent_check CHECK (((percent >= 1) AND (percent <= 100))),
  constraint discount_codes_pkey PRIMARY KEY (code),
  constraint discount_codes_redeemed_check CHECK ((redeemed >= 0)),
  constraint discount_codes_within_limit CHECK (((max_redemptions IS NULL) OR ((redeemed + held) <= max_redemptions)))
);
alter table discount_codes enable row level security;
alter table discount_codes force row level security;
CREATE INDEX discount_codes_newest_idx ON public.discount_codes USING btree (active DESC, created_at DESC, code);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE OF percent, active, starts_at, ends_at, minimum_subtotal, max_redemptions ON public.discount_codes FOR EACH ROW EXECUTE FUNCTION private.audit('code');
CREATE TRIGGER before_write BEFORE UPDATE OF percent, active, starts_at, ends_at, minimum_subtotal, max_redemptions ON public.discount_codes FOR EACH ROW EXECUTE FUNCTION private.set_discount_code_version();
create policy "administrators manage discount codes" on discount_codes for all to authenticated using (( SELECT private.is_admin() AS is_admin)) with check (( SELECT private.is_admin() AS is_admin));
create policy "service_role may do everything" on discount_codes for all to service_role using (true) with check (true);
grant delete, select on discount_codes to authenticated;
grant insert (code, percent, active, starts_at, ends_at, minimum_subtotal, max_redemptions) on discount_codes to authenticated;
grant update (percent, active, starts_at, ends_at, minimum_subtotal, max_redemptions) on discount_codes to authenticated;
grant delete, insert, select, update on discount_codes to service_role;

create table email_signups (
  id uuid default gen_random_uuid() not null,
  email text not null,
  created_at timestamp with time zone default shop_now() not null,
  source text default 'coming-soon'::text not null,
  consent_text text default ''::text not null,
  consented_at timestamp with time zone default shop_now() not null,
  consent_ip text,
  confirmed_at timestamp with time zone,
  unsubscribed_at timestamp with time zone,
  unsubscribe_reason text,
  source_name text,
  constraint email_signups_email_check CHECK (private.is_plain_address(email)),
  constraint email_signups_email_key UNIQUE (email),
  constraint email_signups_pkey PRIMARY KEY (id),
  constraint email_signups_source_check CHECK ((source ~ '^[a-z0-9][a-z0-9/_-]{0,59}$'::text)),
  constraint email_signups_source_name_check CHECK (((length(source_name) >= 1) AND (length(source_name) <= 200))),
  constraint email_signups_unsubscribe_reason_check CHECK ((unsubscribe_reason = ANY (ARRAY['unsubscribed'::text, 'complaint'::text, 'bounced'::text])))
);
alter table email_signups enable row level security;
alter table email_signups force row level security;
CREATE INDEX email_signups_address_hash_idx ON public.email_signups USING btree (private.address_hash(email)) WHERE ((confirmed_at IS NOT NULL) AND (unsubscribed_at IS NULL));
CREATE INDEX email_signups_newest_idx ON public.email_signups USING btree (created_at DESC, id);
CREATE INDEX email_signups_prefix_idx ON public.email_signups USING btree (email text_pattern_ops);
CREATE INDEX email_signups_subscribed_newest_idx ON public.email_signups USING btree (created_at DESC, id) WHERE ((confirmed_at IS NOT NULL) AND (unsubscribed_at IS NULL));
CREATE INDEX email_signups_trigram_idx ON public.email_signups USING gin (email extensions.gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX email_signups_unconfirmed_idx ON public.email_signups USING btree (created_at) WHERE (confirmed_at IS NULL);
CREATE INDEX email_signups_unconfirmed_newest_idx ON public.email_signups USING btree (created_at DESC, id) WHERE ((confirmed_at IS NULL) AND (unsubscribed_at IS NULL));
CREATE INDEX email_signups_unsubscribed_idx ON public.email_signups USING btree (unsubscribed_at) WHERE (unsubscribed_at IS NOT NULL);
CREATE INDEX email_signups_unsubscribed_newest_idx ON public.email_signups USING btree (created_at DESC, id) WHERE (unsubscribed_at IS NOT NULL);
CREATE TRIGGER after_write AFTER INSERT OR DELETE OR UPDATE ON public.email_signups FOR EACH ROW EXECUTE FUNCTION private.record_signup_change();
CREATE TRIGGER before_write BEFORE INSERT OR UPDATE ON public.email_signups FOR EACH ROW EXECUTE FUNCTION private.normalize_signup();
CREATE TRIGGER count_deleted AFTER DELETE ON public.email_signups REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION private.count_signups();
CREATE TRIGGER count_inserted AFTER INSERT ON public.email_signups REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.count_signups();
CREATE TRIGGER count_truncated AFTER TRUNCATE ON public.email_signups FOR EACH STATEMENT EXECUTE FUNCTION private.count_signups();
CREATE TRIGGER count_updated AFTER UPDATE ON public.email_signups REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.count_signups();
CREATE TRIGGER refuse_bulk_signup AFTER INSERT ON public.email_signups REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_bulk_signup();
create policy "administrators change sign-ups" on email_signups for update to authenticated using ((((created_at >= ( SELECT private.first_time_of_administrators() AS first_time_of_administrators)) AND (created_at <= 'infinity'::timestamp with time zone)) AND ((id >= ( SELECT private.first_id_of_administrators() AS first_id_of_administrators)) AND (id <= 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)))) with check (( SELECT private.is_admin() AS is_admin));
create policy "administrators delete sign-ups" on email_signups for delete to authenticated using ((((created_at >= ( SELECT private.first_time_of_administrators() AS first_time_of_administrators)) AND (created_at <= 'infinity'::timestamp with time zone)) AND ((id >= ( SELECT private.first_id_of_administrators() AS first_id_of_administrators)) AND (id <= 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid))));
create policy "administrators read sign-ups" on email_signups for select to authenticated using ((((created_at >= ( SELECT private.first_time_of_administrators() AS first_time_of_administrators)) AND (created_at <= 'infinity'::timestamp with time zone)) AND ((id >= ( SELECT private.first_id_of_administrators() AS first_id_of_administrators)) AND (id <= 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid))));
create policy "every caller may sign up" on email_signups for insert to anon, authenticated with check (true);
create policy "service_role may do everything" on email_signups for all to service_role using (true) with check (true);
create policy "triggers may delete" on email_signups for delete to shop_triggers using (true);
create policy "triggers may read" on email_signups for select to shop_triggers using (true);
create policy "triggers may update" on email_signups for update to shop_triggers using (true) with check (true);
grant insert (email, source, consent_text) on email_signups to anon;
grant delete, select on email_signups to authenticated;
grant insert (email, source, consent_text) on email_signups to authenticated;
grant update (email) on email_signups to authenticated;
grant delete, insert, select, update on email_signups to service_role;

create table order_lines (
  id bigint generated always as identity not null,
  order_id uuid not null,
  "position" smallint not null,
  product_id uuid not null,
  slug text not null,
  name text not null,
  size text not null,
  unit_price numeric(10,2) not null,
  quantity smallint not null,
  discount_amount numeric(10,2) default 0 not null,
  image_url text,
  is_preorder boolean default false not null,
  dispatch_by date not null,
  size_advice jsonb,
  height_cm smallint,
  cancelled_quantity smallint default 0 not null,
  preorder_reason text,
  numbered_of integer,
  piece_numbers integer[],
  heel_cm smallint,
  work_hundredths smallint default 100 not null,
  constraint order_lines_cancelled_quantity_check CHECK (((cancelled_quantity >= 0) AND (cancelled_quantity <= quantity))),
  constraint order_lines_heel_valid CHECK (((heel_cm >= 1) AND (heel_cm <= 12))),
  constraint order_lines_height_valid CHECK (((height_cm >= 140) AND (height_cm <= 200))),
  constraint order_lines_numbered_complete CHECK (((NOT (preorder_reason IS DISTINCT FROM 'numbered'::text)) = (numbered_of IS NOT NULL))),
  constraint order_lines_numbered_of_check CHECK ((numbered_of > 0)),
  constraint order_lines_order_id_fkey FOREIGN KEY (order_id) REFERENCES pre_orders(id) ON DELETE CASCADE,
  constraint order_lines_order_id_position_key UNIQUE (order_id, "position"),
  constraint order_lines_piece_numbers_fit CHECK (((piece_numbers IS NULL) OR ((numbered_of IS NOT NULL) AND ((cardinality(piece_numbers) >= 1) AND (cardinality(piece_numbers) <= quantity))))),
  constraint order_lines_pkey PRIMARY KEY (id),
  constraint order_lines_preorder_reason_check CHECK ((preorder_reason = ANY (ARRAY['price'::text, 'numbered'::text, 'first'::text]))),
  constraint order_lines_quantity_check CHECK (((quantity >= 1) AND (quantity <= 20))),
  constraint order_lines_size_advice_valid CHECK (((size_advice IS NULL) OR ((jsonb_typeof(size_advice) = 'object'::text) AND ((size_advice - ARRAY['size'::text, 'ease'::text, 'bust'::text, 'waist'::text, 'hips'::text, 'unit'::text]) = '{}'::jsonb) AND ((size_advice @@ '(((((($."size".type() == "string" && $."size" like_regex "^.{1,40}$") && ($."ease" == "close" || $."ease" == "flowing")) && $."bust".type() == "number") && $."waist".type() == "number") && $."hips".type() == "number") && (((((($."unit" == "cm" && $."bust" >= 40) && $."bust" <= 200) && $."waist" >= 40) && $."waist" <= 200) && $."hips" >= 40) && $."hips" <= 200 || ((((($."unit" == "in" && $."bust" >= 15) && $."bust" <= 80) && $."waist" >= 15) && $."waist" <= 80) && $."hips" >= 15) && $."hips" <= 80))'::jsonpath) IS TRUE)))),
  constraint order_lines_unit_price_check CHECK ((unit_price >= (0)::numeric)),
  constraint order_lines_work_hundredths_check CHECK (((work_hundredths >= 0) AND (work_hundredths <= 2000)))
);
alter table order_lines enable row level security;
alter table order_lines force row level security;
CREATE INDEX order_lines_garment_idx ON public.order_lines USING btree (product_id, size);
CREATE INDEX order_lines_image_idx ON public.order_lines USING btree (private.object_name_from_url(image_url)) WHERE (image_url IS NOT NULL);
CREATE INDEX order_lines_piece_numbers_idx ON public.order_lines USING btree (product_id) WHERE (piece_numbers IS NOT NULL);
CREATE INDEX order_lines_product_id_idx ON public.order_lines USING btree (product_id) WHERE is_preorder;
CREATE TRIGGER audit AFTER UPDATE OF size, cancelled_quantity ON public.order_lines FOR EACH ROW WHEN (((old.size IS DISTINCT FROM new.size) OR (old.cancelled_quantity IS DISTINCT FROM new.cancelled_quantity))) EXECUTE FUNCTION private.audit_order_line();
CREATE TRIGGER drop_piece_numbers BEFORE UPDATE OF quantity, cancelled_quantity ON public.order_lines FOR EACH ROW WHEN ((cardinality(new.piece_numbers) > (new.quantity - new.cancelled_quantity))) EXECUTE FUNCTION private.drop_piece_numbers();
CREATE TRIGGER keep_pieces AFTER UPDATE ON public.order_lines FOR EACH ROW WHEN (((old.quantity - old.cancelled_quantity) <> (new.quantity - new.cancelled_quantity))) EXECUTE FUNCTION private.keep_pieces_of_line();
CREATE TRIGGER notify_promised_work AFTER UPDATE ON public.order_lines FOR EACH ROW WHEN (((old.quantity <> new.quantity) OR (old.cancelled_quantity <> new.cancelled_quantity) OR (old.work_hundredths <> new.work_hundredths))) EXECUTE FUNCTION private.notify_promised_work();
CREATE CONSTRAINT TRIGGER number_pieces AFTER UPDATE ON public.order_lines DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.numbered_of IS NOT NULL) AND (new.cancelled_quantity < old.cancelled_quantity))) EXECUTE FUNCTION private.number_pieces();
CREATE CONSTRAINT TRIGGER refresh_availability AFTER UPDATE ON public.order_lines DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((((old.product_id IS DISTINCT FROM new.product_id) OR (old.quantity IS DISTINCT FROM new.quantity)) OR (old.cancelled_quantity IS DISTINCT FROM new.cancelled_quantity)) OR (old.is_preorder IS DISTINCT FROM new.is_preorder))) EXECUTE FUNCTION private.refresh_availability();
CREATE CONSTRAINT TRIGGER refresh_availability_on_delete AFTER DELETE ON public.order_lines DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.is_preorder) EXECUTE FUNCTION private.refresh_availability();
CREATE CONSTRAINT TRIGGER refresh_availability_on_insert AFTER INSERT ON public.order_lines DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.is_preorder) EXECUTE FUNCTION private.refresh_availability();
CREATE TRIGGER settle_parcels AFTER UPDATE OF cancelled_quantity ON public.order_lines FOR EACH ROW WHEN ((old.cancelled_quantity <> new.cancelled_quantity)) EXECUTE FUNCTION private.settle_parcels();
create policy "readers of an order see its lines" on order_lines for select to authenticated using (((order_id = ANY (ARRAY( SELECT pre_orders.id
   FROM pre_orders
  WHERE (pre_orders.user_id = ( SELECT auth.uid() AS uid))))) OR (((order_id >= ( SELECT private.first_id_of_administrators() AS first_id_of_administrators)) AND (order_id <= 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)) AND (("position" >= (( SELECT
        CASE
            WHEN private.is_admin() THEN '-32768'::integer
            ELSE NULL::integer
        END AS "case"))::smallint) AND ("position" <= (32767)::smallint)) AND private.is_costly_to_read(order_id))));
create policy "service_role may do everything" on order_lines for all to service_role using (true) with check (true);
create policy "triggers may number pieces" on order_lines for update to shop_triggers using (true) with check (true);
create policy "triggers may read" on order_lines for select to shop_triggers using (true);
grant select on order_lines to authenticated;
grant delete, insert, select, update on order_lines to service_role;

create table pre_orders (
  id uuid default gen_random_uuid() not null,
  order_number text default upper("left"((gen_random_uuid())::text, 8)) not null,
  customer_name text,
  customer_email text,
  customer_phone text,
  product_name text not null,
  product_size text not null,
  product_price numeric(10,2) not null,
  discount_amount numeric(10,2) default 0 not null,
  shipping_amount numeric(10,2),
  final_amount numeric(10,2) not null,
  shipping_address text,
  shipping_city text,
  shipping_postcode text,
  shipping_country text,
  notes text,
  payment_status text default 'pending'::text not null,
  order_status text default 'pending'::text not null,
  tracking_number text,
  shipping_carrier text default 'Royal Mail'::text,
  shipped_at timestamp with time zone,
  created_at timestamp with time zone default shop_now() not null,
  provider_state text default 'creating'::text not null,
  payment_provider text default 'stripe'::text not null,
  payment_session_id text,
  payment_session_url text,
  payment_session_expires_at timestamp with time zone,
  payment_id text,
  payment_read_at timestamp with time zone,
  paid_at timestamp with time zone,
  refunded_amount numeric(10,2) default 0 not null,
  cart_id uuid,
  cart_fingerprint text,
  user_id uuid,
  currency text default 'gbp'::text not null,
  deliver_to text default 'GB'::text not null,
  discount_code text,
  discount_percent smallint,
  delivery_options jsonb default '[]'::jsonb not null,
  delivery_service text,
  dispatch_by date default ((shop_now() + '14 days'::interval))::date not null,
  promised_dispatch_by date,
  ready_at timestamp with time zone,
  order_view text generated always as (
CASE
    WHEN (order_status = 'cancelled'::text) THEN 'cancelled'::text
    WHEN (order_status = ANY (ARRAY['shipped'::text, 'delivered'::text])) THEN 'shipped'::text
    WHEN ((payment_status = 'pending'::text) AND (paid_at IS NULL) AND (provider_state = ANY (ARRAY['creating'::text, 'open'::text, 'expired'::text, 'failed'::text]))) THEN 'unpaid'::text
    WHEN ((provider_state = 'refunded'::text) OR ((final_amount > (0)::numeric) AND (refunded_amount >= final_amount))) THEN 'cancelled'::text
    WHEN ((order_status = 'processing'::text) AND (ready_at IS NOT NULL)) THEN 'to_dispatch'::text
    WHEN (order_status = 'processing'::text) THEN 'in_progress'::text
    ELSE 'to_make'::text
END) stored not null,
  version integer default 1 not null,
  updated_at timestamp with time zone default shop_now() not null,
  gift_note text,
  delivered_at timestamp with time zone,
  link_version integer default 1 not null,
  arrive_by date,
  payable_countries text[],
  delivers_to_ni boolean default true not null,
  reported_paid boolean generated always as (((payment_status = 'paid'::text) OR (paid_at IS NOT NULL))) stored not null,
  payment_state text,
  constraint pre_orders_currency_check CHECK ((currency = 'gbp'::text)),
  constraint pre_orders_deliver_to_check CHECK ((deliver_to ~ '^[A-Z]{2}$'::text)),
  constraint pre_orders_discount_amount_check CHECK (((discount_amount >= (0)::numeric) AND (discount_amount <= product_price))),
  constraint pre_orders_discount_complete CHECK (((discount_code IS NULL) = (discount_percent IS NULL))),
  constraint pre_orders_discount_percent_check CHECK (((discount_percent >= 1) AND (discount_percent <= 100))),
  constraint pre_orders_final_amount_check CHECK ((final_amount >= (0)::numeric)),
  constraint pre_orders_gift_note_valid CHECK (((length(gift_note) >= 1) AND (length(gift_note) <= 200))),
  constraint pre_orders_link_version_check CHECK ((link_version > 0)),
  constraint pre_orders_notes_check CHECK ((length(notes) <= 5000)),
  constraint pre_orders_order_number_check CHECK (((length(order_number) >= 1) AND (length(order_number) <= 40))),
  constraint pre_orders_order_number_key UNIQUE (order_number),
  constraint pre_orders_order_status_check CHECK ((order_status = ANY (ARRAY['pending'::text, 'processing'::text, 'shipped'::text, 'delivered'::text, 'cancelled'::text]))),
  constraint pre_orders_payment_id_key UNIQUE (payment_id),
  constraint pre_orders_payment_provider_check CHECK ((payment_provider ~ '^[a-z][a-z0-9_]{0,31}$'::text)),
  constraint pre_orders_payment_session_id_key UNIQUE (payment_session_id),
  constraint pre_orders_payment_status_check CHECK ((payment_status = ANY (ARRAY['pending'::text, 'paid'::text]))),
  constraint pre_orders_pkey PRIMARY KEY (id),
  constraint pre_orders_product_price_check CHECK ((product_price >= (0)::numeric)),
  constraint pre_orders_provider_state_check CHECK ((provider_state = ANY (ARRAY['creating'::text, 'open'::text, 'expired'::text, 'failed'::text, 'paid'::text, 'partly_refunded'::text, 'refunded'::text, 'disputed'::text]))),
  constraint pre_orders_refunded_amount_check CHECK ((refunded_amount >= (0)::numeric)),
  constraint pre_orders_shipping_amount_check CHECK ((shipping_amount >= (0)::numeric)),
  constraint pre_orders_shipping_carrier_check CHECK ((length(shipping_carrier) <= 100)),
  constraint pre_orders_shipping_country_check CHECK ((shipping_country ~ '^[A-Z]{2}$'::text)),
  constraint pre_orders_tracking_number_check CHECK ((length(tracking_number) <= 100)),
  constraint pre_orders_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL
);
alter table pre_orders enable row level security;
alter table pre_orders force row level security;
CREATE INDEX pre_orders_age_idx ON public.pre_orders USING btree (COALESCE(paid_at, created_at)) WHERE (COALESCE(customer_email, customer_name) IS NOT NULL);
CREATE INDEX pre_orders_all_idx ON public.pre_orders USING btree (created_at DESC, id DESC) WHERE (order_view <> 'unpaid'::text);
CREATE INDEX pre_orders_arrived_idx ON public.pre_orders USING btree (COALESCE(delivered_at, shipped_at)) WHERE (order_status = ANY (ARRAY['shipped'::text, 'delivered'::text]));
CREATE INDEX pre_orders_by_status_idx ON public.pre_orders USING btree (order_status, created_at DESC, id DESC) WHERE (order_view <> 'unpaid'::text);
CREATE INDEX pre_orders_cancelled_idx ON public.pre_orders USING btree (created_at DESC, id DESC) WHERE (order_view = 'cancelled'::text);
CREATE INDEX pre_orders_country_idx ON public.pre_orders USING btree (shipping_country) WHERE (shipping_country <> 'GB'::text);
CREATE INDEX pre_orders_created_at_idx ON public.pre_orders USING btree (created_at DESC, id);
CREATE INDEX pre_orders_customer_email_idx ON public.pre_orders USING btree (lower(customer_email)) WHERE (user_id IS NULL);
CREATE INDEX pre_orders_discount_code_idx ON public.pre_orders USING btree (discount_code) INCLUDE (final_amount, refunded_amount, discount_amount) WHERE ((discount_code IS NOT NULL) AND (paid_at IS NOT NULL));
CREATE UNIQUE INDEX pre_orders_open_cart_key ON public.pre_orders USING btree (cart_id) WHERE (provider_state = ANY (ARRAY['creating'::text, 'open'::text]));
CREATE INDEX pre_orders_paid_idx ON public.pre_orders USING btree (paid_at) INCLUDE (final_amount) WHERE (paid_at IS NOT NULL);
CREATE INDEX pre_orders_refund_owed_idx ON public.pre_orders USING btree (id) WHERE ((order_status = 'cancelled'::text) AND (paid_at IS NOT NULL) AND (refunded_amount < final_amount));
CREATE INDEX pre_orders_search_text_idx ON public.pre_orders USING gin (private.order_search_text(order_number, customer_name, customer_email, customer_phone, product_name, shipping_address, shipping_city, shipping_postcode, tracking_number) extensions.gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX pre_orders_set_unpaid_idx ON public.pre_orders USING btree (created_at DESC, id DESC) WHERE ((order_view <> 'unpaid'::text) AND (payment_status = 'pending'::text));
CREATE INDEX pre_orders_shipped_idx ON public.pre_orders USING btree (COALESCE(shipped_at, paid_at, created_at) DESC, id DESC) WHERE (order_view = 'shipped'::text);
CREATE INDEX pre_orders_to_do_idx ON public.pre_orders USING btree (order_view, dispatch_by, created_at, id) WHERE (order_view = ANY (ARRAY['to_make'::text, 'in_progress'::text, 'to_dispatch'::text]));
CREATE INDEX pre_orders_unfinished_idx ON public.pre_orders USING btree (payment_session_expires_at) WHERE (provider_state = ANY (ARRAY['creating'::text, 'open'::text]));
CREATE INDEX pre_orders_unpaid_idx ON public.pre_orders USING btree (created_at DESC, id DESC) WHERE (order_view = 'unpaid'::text);
CREATE INDEX pre_orders_user_id_idx ON public.pre_orders USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE TRIGGER as_payment_state BEFORE INSERT OR UPDATE ON public.pre_orders FOR EACH ROW EXECUTE FUNCTION private.keep_payment_state();
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.pre_orders FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER before_write BEFORE UPDATE ON public.pre_orders FOR EACH ROW EXECUTE FUNCTION private.normalize_order();
CREATE TRIGGER delete_events AFTER DELETE ON public.pre_orders FOR EACH ROW EXECUTE FUNCTION private.delete_order_events();
CREATE TRIGGER delete_network AFTER UPDATE ON public.pre_orders FOR EACH ROW WHEN ((private.is_reserved(old.provider_state, old.payment_status, old.order_status) AND (NOT private.is_reserved(new.provider_state, new.payment_status, new.order_status)))) EXECUTE FUNCTION private.delete_reservation_network();
CREATE TRIGGER drop_emails_of_removed_address AFTER UPDATE OF customer_email ON public.pre_orders FOR EACH ROW WHEN (((old.customer_email IS NOT NULL) AND (new.customer_email IS NULL))) EXECUTE FUNCTION private.drop_emails_of_removed_address();
CREATE TRIGGER follow_exchange AFTER UPDATE ON public.pre_orders FOR EACH ROW WHEN ((private.is_exchanging(old.provider_state, old.order_status) <> private.is_exchanging(new.provider_state, new.order_status))) EXECUTE FUNCTION private.follow_exchange();
CREATE TRIGGER keep_additions AFTER UPDATE ON public.pre_orders FOR EACH ROW WHEN (((((((((((((old.order_view IS DISTINCT FROM new.order_view) OR (old.order_status IS DISTINCT FROM new.order_status)) OR (old.tracking_number IS DISTINCT FROM new.tracking_number)) OR (old.shipping_carrier IS DISTINCT FROM new.shipping_carrier)) OR (old.shipped_at IS DISTINCT FROM new.shipped_at)) OR (old.dispatch_by IS DISTINCT FROM new.dispatch_by)) OR (old.arrive_by IS DISTINCT FROM new.arrive_by)) OR (old.customer_name IS DISTINCT FROM new.customer_name)) OR (old.shipping_address IS DISTINCT FROM new.shipping_address)) OR (old.shipping_city IS DISTINCT FROM new.shipping_city)) OR (old.shipping_postcode IS DISTINCT FROM new.shipping_postcode)) OR (old.shipping_country IS DISTINCT FROM new.shipping_country))) EXECUTE FUNCTION private.keep_additions();
CREATE TRIGGER keep_parcels AFTER UPDATE ON public.pre_orders FOR EACH ROW WHEN (((((old.order_status IS DISTINCT FROM new.order_status) OR (old.tracking_number IS DISTINCT FROM new.tracking_number)) OR (old.shipping_carrier IS DISTINCT FROM new.shipping_carrier)) OR (old.shipped_at IS DISTINCT FROM new.shipped_at))) EXECUTE FUNCTION private.keep_parcels();
CREATE TRIGGER keep_pieces AFTER UPDATE ON public.pre_orders FOR EACH ROW WHEN ((((old.order_status <> new.order_status) AND (new.order_status = 'pending'::text)) OR ((new.order_status = 'processing'::text) AND (old.ready_at IS NOT NULL) AND (new.ready_at IS NULL)))) EXECUTE FUNCTION private.keep_pieces();
CREATE TRIGGER link_to_account BEFORE INSERT OR UPDATE OF customer_email ON public.pre_orders FOR EACH ROW WHEN (((new.user_id IS NULL) AND (new.customer_email IS NOT NULL))) EXECUTE FUNCTION private.link_order_to_account();
CREATE TRIGGER notify_promised_work AFTER UPDATE ON public.pre_orders FOR EACH ROW WHEN (((old.order_view <> new.order_view) OR (old.dispatch_by <> new.dispatch_by) OR (private.is_reserved(old.provider_state, old.payment_status, old.order_status) <> private.is_reserved(new.provider_state, new.payment_status, new.order_status)))) EXECUTE FUNCTION private.notify_promised_work();
CREATE TRIGGER notify_promised_work_added AFTER INSERT OR DELETE ON public.pre_orders FOR EACH ROW EXECUTE FUNCTION private.notify_promised_work();
CREATE CONSTRAINT TRIGGER number_pieces AFTER UPDATE ON public.pre_orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((private.is_sold(old.provider_state, old.payment_status, old.order_status) <> private.is_sold(new.provider_state, new.payment_status, new.order_status))) EXECUTE FUNCTION private.number_pieces();
CREATE TRIGGER order_notes AFTER UPDATE ON public.pre_orders FOR EACH ROW WHEN (((old.order_status <> new.order_status) OR (old.provider_state <> new.provider_state))) EXECUTE FUNCTION private.keep_order_notes();
CREATE TRIGGER queue_emails AFTER UPDATE ON public.pre_orders FOR EACH ROW EXECUTE FUNCTION private.queue_order_emails();
CREATE TRIGGER queue_owner_email AFTER UPDATE OF paid_at ON public.pre_orders FOR EACH ROW WHEN (((old.paid_at IS NULL) AND (new.paid_at IS NOT NULL))) EXECUTE FUNCTION private.queue_owner_order_email();
CREATE TRIGGER record_events AFTER INSERT OR UPDATE ON public.pre_orders FOR EACH ROW EXECUTE FUNCTION private.record_order_events('id');
CREATE CONSTRAINT TRIGGER refresh_availability AFTER UPDATE ON public.pre_orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((private.is_sold(old.provider_state, old.payment_status, old.order_status) <> private.is_sold(new.provider_state, new.payment_status, new.order_status))) EXECUTE FUNCTION private.refresh_availability();
CREATE TRIGGER set_delivered_at BEFORE UPDATE OF order_status ON public.pre_orders FOR EACH ROW WHEN ((new.order_status <> old.order_status)) EXECUTE FUNCTION private.set_delivered_at();
CREATE TRIGGER set_shipped_at BEFORE UPDATE OF order_status ON public.pre_orders FOR EACH ROW WHEN ((new.order_status <> old.order_status)) EXECUTE FUNCTION private.set_shipped_at();
CREATE TRIGGER unlink_changed_email BEFORE UPDATE OF customer_email ON public.pre_orders FOR EACH ROW WHEN (((old.customer_email IS NOT NULL) AND (lower(new.customer_email) IS DISTINCT FROM lower(old.customer_email)))) EXECUTE FUNCTION private.unlink_order_of_changed_email();
create policy "administrators change orders" on pre_orders for update to authenticated using ((((created_at >= ( SELECT private.first_time_of_administrators() AS first_time_of_administrators)) AND (created_at <= 'infinity'::timestamp with time zone)) AND ((id >= ( SELECT private.first_id_of_administrators() AS first_id_of_administrators)) AND (id <= 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)))) with check (( SELECT private.is_admin() AS is_admin));
create policy "administrators delete orders that cannot be paid" on pre_orders for delete to authenticated using ((((created_at >= ( SELECT private.first_time_of_administrators() AS first_time_of_administrators)) AND (created_at <= 'infinity'::timestamp with time zone)) AND ((id >= ( SELECT private.first_id_of_administrators() AS first_id_of_administrators)) AND (id <= 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)) AND (NOT reported_paid) AND ((provider_state = ANY (ARRAY['expired'::text, 'failed'::text])) OR (payment_session_expires_at IS NULL))));
create policy "customers see their own orders, administrators all" on pre_orders for select to authenticated using ((((user_id = ( SELECT auth.uid() AS uid)) AND (NOT ( SELECT private.needs_second_factor() AS needs_second_factor))) OR (((created_at >= ( SELECT private.first_time_of_administrators() AS first_time_of_administrators)) AND (created_at <= 'infinity'::timestamp with time zone)) AND ((id >= ( SELECT private.first_id_of_administrators() AS first_id_of_administrators)) AND (id <= 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)))));
create policy "service_role may do everything" on pre_orders for all to service_role using (true) with check (true);
create policy "triggers may read" on pre_orders for select to shop_triggers using (true);
create policy "triggers may update" on pre_orders for update to shop_triggers using (true) with check (true);
grant delete on pre_orders to authenticated;
grant select (id, order_number, customer_name, customer_email, customer_phone, product_name, product_size, product_price, discount_amount, shipping_amount, final_amount, shipping_address, shipping_city, shipping_postcode, shipping_country, notes, payment_status, order_status, tracking_number, shipping_carrier, shipped_at, created_at, provider_state, payment_provider, payment_session_id, payment_session_url, payment_session_expires_at, payment_id, payment_read_at, paid_at, refunded_amount, cart_id, cart_fingerprint, user_id, currency, deliver_to, discount_code, discount_percent, delivery_options, delivery_service, dispatch_by, promised_dispatch_by, ready_at, order_view, version, updated_at, gift_note, delivered_at, arrive_by, reported_paid, payment_state) on pre_orders to authenticated;
grant update (customer_name, customer_email, customer_phone, shipping_address, shipping_city, shipping_postcode, shipping_country, notes, payment_status, order_status, tracking_number, shipping_carrier, shipped_at, ready_at) on pre_orders to authenticated;
grant delete, insert, select, update on pre_orders to service_role;

create table private.access_rules (
  only_row boolean default true not null,
  admin_mfa_required boolean default false not null,
  constraint access_rules_only_row_check CHECK (only_row),
  constraint access_rules_pkey PRIMARY KEY (only_row)
);
alter table private.access_rules enable row level security;
alter table private.access_rules force row level security;
create policy "service_role may do everything" on private.access_rules for all to service_role using (true) with check (true);
create policy "users may read" on private.access_rules for select to authenticated using (true);
grant select on private.access_rules to authenticated;
grant select, update on private.access_rules to service_role;

create table private.address_codes (
  order_id uuid not null,
  address jsonb not null,
  salt uuid default gen_random_uuid() not null,
  expires_at timestamp with time zone not null,
  tries smallint default 0 not null,
  sends smallint default 1 not null,
  sends_since timestamp with time zone default shop_now() not null,
  constraint address_codes_order_id_fkey FOREIGN KEY (order_id) REFERENCES pre_orders(id) ON DELETE CASCADE,
  constraint address_codes_pkey PRIMARY KEY (order_id)
);
alter table private.address_codes enable row level security;
alter table private.address_codes force row level security;
CREATE INDEX address_codes_expires_at_idx ON private.address_codes USING btree (expires_at);
create policy "service_role may do everything" on private.address_codes for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.address_codes to service_role;

create table private.alert_watch (
  is_only boolean default true not null,
  holder uuid,
  held_until timestamp with time zone default '-infinity'::timestamp with time zone not null,
  incidents jsonb default '[]'::jsonb not null,
  constraint alert_watch_is_only_check CHECK (is_only),
  constraint alert_watch_pkey PRIMARY KEY (is_only)
);
alter table private.alert_watch enable row level security;
alter table private.alert_watch force row level security;
create policy "service_role may do everything" on private.alert_watch for all to service_role using (true) with check (true);
grant select, update on private.alert_watch to service_role;

create table private.audit_log (
  id bigint generated always as identity not null,
  at timestamp with time zone default shop_now() not null,
  actor uuid,
  actor_role text,
  request_id text,
  ip text,
  table_name text not null,
  row_id text,
  action text not null,
  before jsonb,
  after jsonb,
  constraint audit_log_pkey PRIMARY KEY (id)
);
alter table private.audit_log enable row level security;
alter table private.audit_log force row level security;
CREATE INDEX audit_log_age_idx ON private.audit_log USING btree (private.is_about_orders(table_name), at);
CREATE INDEX audit_log_networks_idx ON private.audit_log USING btree (at) WHERE (ip IS NOT NULL);
CREATE INDEX audit_log_row_idx ON private.audit_log USING btree (table_name, row_id, id);
create policy "service_role may do everything" on private.audit_log for all to service_role using (true) with check (true);
create policy "triggers may delete" on private.audit_log for delete to shop_triggers using (true);
create policy "triggers may insert" on private.audit_log for insert to shop_triggers with check (true);
create policy "triggers may read" on private.audit_log for select to shop_triggers using (true);
create policy "triggers may update" on private.audit_log for update to shop_triggers using (true) with check (true);
grant insert, select on private.audit_log to service_role;

create table private.campaign_recipients (
  id bigint generated always as identity not null,
  campaign_id uuid not null,
  signup_id uuid not null,
  email text not null,
  state text default 'waiting'::text not null,
  attempts smallint default 0 not null,
  next_attempt_at timestamp with time zone default now() not null,
  last_error text,
  finished_at timestamp with time zone,
  constraint campaign_recipients_campaign_id_email_key UNIQUE (campaign_id, email),
  constraint campaign_recipients_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES private.campaigns(id) ON DELETE CASCADE,
  constraint campaign_recipients_pkey PRIMARY KEY (id),
  constraint campaign_recipients_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'unknown'::text, 'skipped'::text])))
);
alter table private.campaign_recipients enable row level security;
alter table private.campaign_recipients force row level security;
CREATE INDEX campaign_recipients_due_idx ON private.campaign_recipients USING btree (campaign_id, next_attempt_at, id) WHERE (state = 'waiting'::text);
CREATE INDEX campaign_recipients_email_idx ON private.campaign_recipients USING btree (email);
CREATE INDEX campaign_recipients_state_idx ON private.campaign_recipients USING btree (campaign_id, state);
create policy "service_role may do everything" on private.campaign_recipients for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.campaign_recipients to service_role;

create table private.campaign_runs (
  campaign_id uuid not null,
  worker_id uuid,
  leased_until timestamp with time zone,
  concurrency smallint default 5 not null,
  consecutive_failures smallint default 0 not null,
  constraint campaign_runs_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES private.campaigns(id) ON DELETE CASCADE,
  constraint campaign_runs_concurrency_check CHECK (((concurrency >= 1) AND (concurrency <= 5))),
  constraint campaign_runs_pkey PRIMARY KEY (campaign_id)
);
alter table private.campaign_runs enable row level security;
alter table private.campaign_runs force row level security;
create policy "service_role may do everything" on private.campaign_runs for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.campaign_runs to service_role;

create table private.campaigns (
  id uuid default gen_random_uuid() not null,
  subject text not null,
  message text not null,
  content_hash text not null,
  provider text not null,
  state text default 'sending'::text not null,
  paused_by text,
  reason text,
  resume_at timestamp with time zone,
  requested_by uuid,
  created_at timestamp with time zone default shop_now() not null,
  finished_at timestamp with time zone,
  constraint campaigns_content_key UNIQUE (content_hash),
  constraint campaigns_message_check CHECK (((length(message) >= 1) AND (length(message) <= 20000))),
  constraint campaigns_paused_by_check CHECK ((paused_by = ANY (ARRAY['admin'::text, 'machine'::text]))),
  constraint campaigns_pkey PRIMARY KEY (id),
  constraint campaigns_provider_check CHECK ((provider = ANY (ARRAY['smtp'::text, 'klaviyo'::text]))),
  constraint campaigns_state_check CHECK ((state = ANY (ARRAY['sending'::text, 'paused'::text, 'done'::text]))),
  constraint campaigns_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 200)))
);
alter table private.campaigns enable row level security;
alter table private.campaigns force row level security;
CREATE INDEX campaigns_unfinished_idx ON private.campaigns USING btree (created_at) WHERE (state <> 'done'::text);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON private.campaigns FOR EACH ROW EXECUTE FUNCTION private.audit('id');
create policy "service_role may do everything" on private.campaigns for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.campaigns to service_role;

create table private.checkout_health (
  is_only boolean default true not null,
  failing_since timestamp with time zone,
  failed_at timestamp with time zone,
  failures integer default 0 not null,
  constraint checkout_health_is_only_check CHECK (is_only),
  constraint checkout_health_pkey PRIMARY KEY (is_only)
);
alter table private.checkout_health enable row level security;
alter table private.checkout_health force row level security;
create policy "service_role may do everything" on private.checkout_health for all to service_role using (true) with check (true);
grant select, update on private.checkout_health to service_role;

create table private.checkout_size_consents (
  order_id uuid not null,
  user_id uuid not null,
  given_at timestamp with time zone default shop_now() not null,
  consent_text text not null,
  constraint checkout_size_consents_order_id_fkey FOREIGN KEY (order_id) REFERENCES pre_orders(id) ON DELETE CASCADE,
  constraint checkout_size_consents_pkey PRIMARY KEY (order_id),
  constraint checkout_size_consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table private.checkout_size_consents enable row level security;
alter table private.checkout_size_consents force row level security;
CREATE INDEX checkout_size_consents_by_user ON private.checkout_size_consents USING btree (user_id);
create policy "service_role may do everything" on private.checkout_size_consents for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.checkout_size_consents to service_role;

create table private.clock (
  only_row boolean default true not null,
  ahead interval default '00:00:00'::interval not null,
  constraint clock_only_row_check CHECK (only_row),
  constraint clock_pkey PRIMARY KEY (only_row)
);
alter table private.clock enable row level security;
alter table private.clock force row level security;
CREATE TRIGGER notify_change AFTER INSERT OR DELETE OR UPDATE ON private.clock FOR EACH STATEMENT EXECUTE FUNCTION private.notify_change();
create policy "every caller may read" on private.clock for select to anon, authenticated using (true);
create policy "service_role may do everything" on private.clock for all to service_role using (true) with check (true);
create policy "triggers may read" on private.clock for select to shop_triggers using (true);
grant select on private.clock to anon;
grant select on private.clock to authenticated;
grant select, update on private.clock to service_role;

create table private.cloth_stock (
  cloth text not null,
  cm integer not null,
  counted_at timestamp with time zone default shop_now() not null,
  constraint cloth_stock_cloth_check CHECK (((length(cloth) >= 1) AND (length(cloth) <= 80))),
  constraint cloth_stock_cm_check CHECK ((cm >= 0)),
  constraint cloth_stock_pkey PRIMARY KEY (cloth)
);
alter table private.cloth_stock enable row level security;
alter table private.cloth_stock force row level security;
create policy "service_role may do everything" on private.cloth_stock for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.cloth_stock to service_role;

create table private.consent_log (
  id bigint generated always as identity not null,
  at timestamp with time zone default shop_now() not null,
  email text not null,
  event text not null,
  source text,
  consent_text text,
  ip text,
  signup_id uuid,
  constraint consent_log_event_check CHECK ((event = ANY (ARRAY['signed_up'::text, 'imported'::text, 'confirmed'::text, 'unsubscribed'::text, 'complaint'::text, 'bounced'::text, 'resumed'::text, 'removed'::text, 'corrected'::text]))),
  constraint consent_log_pkey PRIMARY KEY (id)
);
alter table private.consent_log enable row level security;
alter table private.consent_log force row level security;
CREATE INDEX consent_log_email_idx ON private.consent_log USING btree (email, id);
CREATE INDEX consent_log_signup_idx ON private.consent_log USING btree (signup_id);
create policy "service_role may do everything" on private.consent_log for all to service_role using (true) with check (true);
create policy "triggers may insert" on private.consent_log for insert to shop_triggers with check (true);
grant delete, insert, select on private.consent_log to service_role;

create table private.contact_answers (
  message_id uuid not null,
  reply text,
  email_id uuid,
  answered_by uuid not null,
  answered_at timestamp with time zone default shop_now() not null,
  constraint contact_answers_email_id_fkey FOREIGN KEY (email_id) REFERENCES private.outbox(id) ON DELETE SET NULL,
  constraint contact_answers_message_id_fkey FOREIGN KEY (message_id) REFERENCES private.outbox(id) ON DELETE CASCADE,
  constraint contact_answers_pkey PRIMARY KEY (message_id),
  constraint contact_answers_reply_check CHECK (((length(reply) >= 1) AND (length(reply) <= 5000)))
);
alter table private.contact_answers enable row level security;
alter table private.contact_answers force row level security;
create policy "service_role may do everything" on private.contact_answers for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.contact_answers to service_role;

create table private.customer_notes (
  id uuid default gen_random_uuid() not null,
  user_id uuid,
  email text,
  note text not null,
  updated_at timestamp with time zone default shop_now() not null,
  constraint customer_notes_email_check CHECK ((email = lower(email))),
  constraint customer_notes_email_key UNIQUE (email),
  constraint customer_notes_note_check CHECK (((length(note) >= 1) AND (length(note) <= 5000))),
  constraint customer_notes_of_one CHECK (((user_id IS NULL) <> (email IS NULL))),
  constraint customer_notes_pkey PRIMARY KEY (id),
  constraint customer_notes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint customer_notes_user_id_key UNIQUE (user_id)
);
alter table private.customer_notes enable row level security;
alter table private.customer_notes force row level security;
create policy "service_role may do everything" on private.customer_notes for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.customer_notes to service_role;

create table private.deleted_products (
  id uuid not null,
  deleted_at timestamp with time zone default shop_now() not null,
  product jsonb not null,
  slug_redirects jsonb default '[]'::jsonb not null,
  availability jsonb,
  constraint deleted_products_pkey PRIMARY KEY (id, deleted_at)
);
alter table private.deleted_products enable row level security;
alter table private.deleted_products force row level security;
CREATE INDEX deleted_products_deleted_at_idx ON private.deleted_products USING btree (deleted_at);
create policy "service_role may delete" on private.deleted_products for delete to service_role using (true);
create policy "service_role may read" on private.deleted_products for select to service_role using (true);
create policy "triggers may insert" on private.deleted_products for insert to shop_triggers with check (true);
grant delete, select on private.deleted_products to service_role;

create table private.discount_holds (
  order_id uuid not null,
  code text not null,
  state text default 'held'::text not null,
  until timestamp with time zone not null,
  discount_id uuid,
  constraint discount_holds_order_id_fkey FOREIGN KEY (order_id) REFERENCES pre_orders(id) ON DELETE CASCADE,
  constraint discount_holds_pkey PRIMARY KEY (order_id),
  constraint discount_holds_state_check CHECK ((state = ANY (ARRAY['held'::text, 'redeemed'::text, 'released'::text])))
);
alter table private.discount_holds enable row level security;
alter table private.discount_holds force row level security;
CREATE INDEX discount_holds_held_idx ON private.discount_holds USING btree (discount_id) WHERE (state = 'held'::text);
create policy "service_role may do everything" on private.discount_holds for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.discount_holds to service_role;

create table private.disputes (
  id text not null,
  order_id uuid,
  payment_id text,
  amount numeric(10,2) not null,
  currency text not null,
  reason text not null,
  status text not null,
  respond_by timestamp with time zone,
  opened_at timestamp with time zone not null,
  read_at timestamp with time zone not null,
  constraint disputes_order_id_fkey FOREIGN KEY (order_id) REFERENCES pre_orders(id),
  constraint disputes_pkey PRIMARY KEY (id),
  constraint disputes_status_check CHECK ((status = ANY (ARRAY['warning'::text, 'needs_response'::text, 'under_review'::text, 'won'::text, 'lost'::text, 'closed'::text])))
);
alter table private.disputes enable row level security;
alter table private.disputes force row level security;
CREATE INDEX disputes_opened_at_idx ON private.disputes USING btree (opened_at);
CREATE INDEX disputes_order_id_idx ON private.disputes USING btree (order_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON private.disputes FOR EACH ROW EXECUTE FUNCTION private.audit('order_id');
CREATE TRIGGER record_events AFTER INSERT OR UPDATE ON private.disputes FOR EACH ROW EXECUTE FUNCTION private.record_order_events('order_id');
create policy "service_role may do everything" on private.disputes for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.disputes to service_role;

create table private.document_redirects (
  from_path text not null,
  path text not null,
  constraint document_redirects_path_fkey FOREIGN KEY (path) REFERENCES private.documents(path) ON UPDATE CASCADE ON DELETE CASCADE,
  constraint document_redirects_pkey PRIMARY KEY (from_path)
);
alter table private.document_redirects enable row level security;
alter table private.document_redirects force row level security;
CREATE INDEX document_redirects_path_idx ON private.document_redirects USING btree (path);
create policy "service_role may do everything" on private.document_redirects for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.document_redirects to service_role;

create table private.document_versions (
  path text not null,
  number integer not null,
  content jsonb not null,
  at timestamp with time zone not null,
  published_by uuid,
  constraint document_versions_path_fkey FOREIGN KEY (path) REFERENCES private.documents(path) ON UPDATE CASCADE ON DELETE CASCADE,
  constraint document_versions_pkey PRIMARY KEY (path, number)
);
alter table private.document_versions enable row level security;
alter table private.document_versions force row level security;
CREATE TRIGGER notify_change AFTER INSERT OR DELETE OR UPDATE ON private.document_versions FOR EACH STATEMENT EXECUTE FUNCTION private.notify_change();
create policy "service_role may do everything" on private.document_versions for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.document_versions to service_role;

create table private.documents (
  path text not null,
  draft jsonb,
  revision integer default 1 not null,
  own boolean default false not null,
  place text,
  updated_at timestamp with time zone default shop_now() not null,
  updated_by uuid,
  constraint documents_path_check CHECK (((path ~ '^(/|(/[a-z0-9]+(-[a-z0-9]+)*)+|[a-z][a-z_:-]*)$'::text) AND (length(path) <= 100))),
  constraint documents_pkey PRIMARY KEY (path),
  constraint documents_place_check CHECK ((place = ANY (ARRAY['header'::text, 'footer'::text])))
);
alter table private.documents enable row level security;
alter table private.documents force row level security;
CREATE TRIGGER notify_change AFTER DELETE OR UPDATE OF path, place ON private.documents FOR EACH STATEMENT EXECUTE FUNCTION private.notify_change();
create policy "service_role may do everything" on private.documents for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.documents to service_role;

create table private.earlier_orders (
  source text not null,
  number text not null,
  bought_on date not null,
  name text,
  email text,
  postcode text,
  country text,
  garments text not null,
  amount_pence integer not null,
  currency text not null,
  import_id uuid not null,
  imported_at timestamp with time zone default shop_now() not null,
  imported_by uuid,
  constraint earlier_orders_amount_pence_check CHECK ((amount_pence >= 0)),
  constraint earlier_orders_country_check CHECK (((length(country) >= 1) AND (length(country) <= 100))),
  constraint earlier_orders_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint earlier_orders_email_check CHECK (((email = lower(email)) AND ((length(email) >= 1) AND (length(email) <= 254)))),
  constraint earlier_orders_garments_check CHECK ((length(garments) <= 20000)),
  constraint earlier_orders_imported_by_fkey FOREIGN KEY (imported_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint earlier_orders_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint earlier_orders_number_check CHECK (((length(number) >= 1) AND (length(number) <= 100))),
  constraint earlier_orders_pkey PRIMARY KEY (source, number),
  constraint earlier_orders_postcode_check CHECK (((length(postcode) >= 1) AND (length(postcode) <= 40))),
  constraint earlier_orders_source_check CHECK ((source = ANY (ARRAY['etsy'::text, 'shopify'::text])))
);
alter table private.earlier_orders enable row level security;
alter table private.earlier_orders force row level security;
CREATE INDEX earlier_orders_buyer_idx ON private.earlier_orders USING btree (private.buyer_key(name, postcode)) WHERE (email IS NULL);
CREATE INDEX earlier_orders_email_idx ON private.earlier_orders USING btree (email);
CREATE INDEX earlier_orders_import_id_idx ON private.earlier_orders USING btree (import_id);
CREATE INDEX earlier_orders_imported_by_idx ON private.earlier_orders USING btree (imported_by);
create policy "service_role may do everything" on private.earlier_orders for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.earlier_orders to service_role;

create table private.email_settings (
  only_row boolean default true not null,
  double_opt_in boolean default false not null,
  consent_text text default ''::text not null,
  mail_domain text default 'localhost'::text not null,
  shop_email text,
  shown_consent_texts text[] default '{}'::text[] not null,
  constraint email_settings_only_row_check CHECK (only_row),
  constraint email_settings_pkey PRIMARY KEY (only_row)
);
alter table private.email_settings enable row level security;
alter table private.email_settings force row level security;
create policy "service_role may do everything" on private.email_settings for all to service_role using (true) with check (true);
create policy "triggers may read" on private.email_settings for select to shop_triggers using (true);
grant select, update on private.email_settings to service_role;

create table private.erasures (
  order_id uuid not null,
  requested_at timestamp with time zone default shop_now() not null,
  constraint erasures_order_id_fkey FOREIGN KEY (order_id) REFERENCES pre_orders(id) ON DELETE CASCADE,
  constraint erasures_pkey PRIMARY KEY (order_id)
);
alter table private.erasures enable row level security;
alter table private.erasures force row level security;
create policy "service_role may do everything" on private.erasures for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.erasures to service_role;

create table private.etsy_reviews (
  id bigint generated always as identity not null,
  reviewed_on date not null,
  stars smallint not null,
  words text not null,
  constraint etsy_reviews_pkey PRIMARY KEY (id),
  constraint etsy_reviews_stars_check CHECK (((stars >= 1) AND (stars <= 5))),
  constraint etsy_reviews_words_check CHECK ((length(words) <= 10000))
);
alter table private.etsy_reviews enable row level security;
alter table private.etsy_reviews force row level security;
CREATE TRIGGER notify_change AFTER INSERT OR DELETE OR UPDATE ON private.etsy_reviews FOR EACH STATEMENT EXECUTE FUNCTION private.notify_change();
create policy "service_role may do everything" on private.etsy_reviews for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.etsy_reviews to service_role;

create table private.exchanges (
  order_id uuid not null,
  origin_id uuid not null,
  return_id uuid not null,
  credit numeric(10,2) not null,
  constraint exchanges_credit_check CHECK ((credit >= (0)::numeric)),
  constraint exchanges_differ CHECK ((order_id <> origin_id)),
  constraint exchanges_order_id_fkey FOREIGN KEY (order_id) REFERENCES pre_orders(id) ON DELETE CASCADE,
  constraint exchanges_origin_id_fkey FOREIGN KEY (origin_id) REFERENCES pre_orders(id) ON DELETE CASCADE,
  constraint exchanges_pkey PRIMARY KEY (order_id),
  constraint exchanges_return_id_fkey FOREIGN KEY (return_id) REFERENCES private.returns(id) ON DELETE CASCADE,
  constraint exchanges_return_id_key UNIQUE (return_id)
);
alter table private.exchanges enable row level security;
alter table private.exchanges force row level security;
CREATE INDEX exchanges_origin_id_idx ON private.exchanges USING btree (origin_id);
create policy "service_role may do everything" on private.exchanges for all to service_role using (true) with check (true);
create policy "triggers may read" on private.exchanges for select to shop_triggers using (true);
grant delete, insert, select, update on private.exchanges to service_role;

create table private.fraud_warnings (
  id text not null,
  order_id uuid,
  payment_id text,
  kind text not null,
  received_at timestamp with time zone default shop_now() not null,
  constraint fraud_warnings_order_id_fkey FOREIGN KEY (order_id) REFERENCES pre_orders(id),
  constraint fraud_warnings_pkey PRIMARY KEY (id)
);
alter table private.fraud_warnings enable row level security;
alter table private.fraud_warnings force row level security;
CREATE INDEX fraud_warnings_order_id_idx ON private.fraud_warnings USING btree (order_id);
CREATE INDEX fraud_warnings_received_at_idx ON private.fraud_warnings USING btree (received_at);
create policy "service_role may do everything" on private.fraud_warnings for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.fraud_warnings to service_role;

create table private.garment_cloths (
  product_id uuid not null,
  cloth text not null,
  width_cm smallint,
  metres jsonb default '{}'::jsonb not null,
  changed_at timestamp with time zone default shop_now() not null,
  constraint garment_cloths_cloth_check CHECK (((length(cloth) >= 1) AND (length(cloth) <= 80))),
  constraint garment_cloths_metres_check CHECK ((jsonb_typeof(metres) = 'object'::text)),
  constraint garment_cloths_pkey PRIMARY KEY (product_id),
  constraint garment_cloths_width_cm_check CHECK (((width_cm >= 20) AND (width_cm <= 400)))
);
alter table private.garment_cloths enable row level security;
alter table private.garment_cloths force row level security;
create policy "service_role may do everything" on private.garment_cloths for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.garment_cloths to service_role;

create table private.imported_pictures (
  id bigint generated always as identity not null,
  product_id uuid not null,
  "position" smallint not null,
  address text not null,
  alt text,
  state text default 'waiting'::text not null,
  problem text,
  tries smallint default 0 not null,
  try_at timestamp with time zone default now() not null,
  constraint imported_pictures_address_check CHECK (((length(address) >= 1) AND (length(address) <= 4000))),
  constraint imported_pictures_alt_check CHECK ((length(alt) <= 1000)),
  constraint imported_pictures_key UNIQUE (product_id, "position"),
  constraint imported_pictures_pkey PRIMARY KEY (id),
  constraint imported_pictures_problem CHECK (((state <> 'failed'::text) OR (problem IS NOT NULL))),
  constraint imported_pictures_problem_check CHECK ((problem = ANY (ARRAY['address_invalid'::text, 'address_private'::text, 'not_found'::text, 'refused'::text, 'redirects'::text, 'too_large'::text, 'timeout'::text, 'unreachable'::text, 'no_picture'::text]))),
  constraint imported_pictures_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE,
  constraint imported_pictures_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'stored'::text, 'failed'::text])))
);
alter table private.imported_pictures enable row level security;
alter table private.imported_pictures force row level security;
CREATE INDEX imported_pictures_waiting_idx ON private.imported_pictures USING btree (try_at) WHERE (state = 'waiting'::text);
create policy "service_role may do everything" on private.imported_pictures for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.imported_pictures to service_role;

create table private.imported_products (
  source text not null,
  source_key text not null,
  product_id uuid not null,
  import_id uuid not null,
  handle text,
  version integer not null,
  constraint imported_products_handle_check CHECK ((length(handle) <= 300)),
  constraint imported_products_import_id_fkey FOREIGN KEY (import_id) REFERENCES private.listing_imports(id) ON DELETE CASCADE,
  constraint imported_products_pkey PRIMARY KEY (source, source_key),
  constraint imported_products_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE,
  constraint imported_products_source_check CHECK ((source = ANY (ARRAY['shopify'::text, 'etsy'::text]))),
  constraint imported_products_source_key_check CHECK (((length(source_key) >= 1) AND (length(source_key) <= 600)))
);
alter table private.imported_products enable row level security;
alter table private.imported_products force row level security;
CREATE INDEX imported_products_import_id_idx ON private.imported_products USING btree (import_id);
CREATE INDEX imported_products_product_id_idx ON private.imported_products USING btree (product_id);
create policy "service_role may do everything" on private.imported_products for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.imported_products to service_role;

create table private.invitations (
  user_id uuid not null,
  role text not null,
  created_at timestamp with time zone default shop_now() not null,
  expires_at timestamp with time zone not null,
  constraint invitations_pkey PRIMARY KEY (user_id),
  constraint invitations_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'workroom'::text, 'pages'::text]))),
  constraint invitations_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table private.invitations enable row level security;
alter table private.invitations force row level security;
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON private.invitations FOR EACH ROW EXECUTE FUNCTION private.audit('user_id');
create policy "service_role may do everything" on private.invitations for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.invitations to service_role;

create table private.joined_orders (
  order_id uuid not null,
  origin_id uuid not null,
  sent_from text,
  constraint joined_orders_differ CHECK ((order_id <> origin_id)),
  constraint joined_orders_order_id_fkey FOREIGN KEY (order_id) REFERENCES pre_orders(id) ON DELETE CASCADE,
  constraint joined_orders_origin_id_fkey FOREIGN KEY (origin_id) REFERENCES pre_orders(id) ON DELETE CASCADE,
  constraint joined_orders_pkey PRIMARY KEY (order_id),
  constraint joined_orders_sent_from_check CHECK ((sent_from = ANY (ARRAY['pending'::text, 'processing'::text])))
);
alter table private.joined_orders enable row level security;
alter table private.joined_orders force row level security;
CREATE INDEX joined_orders_origin_id_idx ON private.joined_orders USING btree (origin_id);
create policy "service_role may do everything" on private.joined_orders for all to service_role using (true) with check (true);
create policy "triggers may read" on private.joined_orders for select to shop_triggers using (true);
create policy "triggers may update" on private.joined_orders for update to shop_triggers using (true) with check (true);
grant delete, insert, select, update on private.joined_orders to service_role;

create table private.known_devices (
  user_id uuid not null,
  device_hash text not null,
  first_seen_at timestamp with time zone default now() not null,
  last_seen_at timestamp with time zone default now() not null,
  constraint known_devices_pkey PRIMARY KEY (user_id, device_hash),
  constraint known_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table private.known_devices enable row level security;
alter table private.known_devices force row level security;
create policy "service_role may do everything" on private.known_devices for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.known_devices to service_role;

create table private.leaky_buckets (
  kind text not null,
  key_hash text not null,
  last_token_at timestamp with time zone not null,
  constraint leaky_buckets_pkey PRIMARY KEY (kind, key_hash)
);
alter table private.leaky_buckets enable row level security;
alter table private.leaky_buckets force row level security;
create policy "service_role may do everything" on private.leaky_buckets for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.leaky_buckets to service_role;

create table private.listing_imports (
  id uuid default gen_random_uuid() not null,
  imported_at timestamp with time zone default shop_now() not null,
  format text not null,
  made integer default 0 not null,
  constraint listing_imports_format_check CHECK ((format = ANY (ARRAY['shopify'::text, 'shopify-old'::text, 'etsy'::text]))),
  constraint listing_imports_made_check CHECK ((made >= 0)),
  constraint listing_imports_pkey PRIMARY KEY (id)
);
alter table private.listing_imports enable row level security;
alter table private.listing_imports force row level security;
create policy "service_role may do everything" on private.listing_imports for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.listing_imports to service_role;

create table private.mailbox (
  id bigint generated always as identity not null,
  message_id text not null,
  sender text not null,
  recipient text not null,
  subject text not null,
  html text not null,
  text text not null,
  headers jsonb default '{}'::jsonb not null,
  received_at timestamp with time zone default now() not null,
  constraint mailbox_pkey PRIMARY KEY (id)
);
alter table private.mailbox enable row level security;
alter table private.mailbox force row level security;
CREATE INDEX mailbox_message_idx ON private.mailbox USING btree (message_id);
create policy "service_role may do everything" on private.mailbox for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.mailbox to service_role;

create table private.order_delays (
  order_id uuid not null,
  dispatch_by date not null,
  previous_dispatch_by date not null,
  reason text,
  in_production boolean not null,
  announced_at timestamp with time zone default shop_now() not null,
  announced_by uuid,
  answer text,
  answered_at timestamp with time zone,
  batch uuid,
  constraint order_delays_answer_check CHECK ((answer = ANY (ARRAY['keep'::text, 'cancel'::text]))),
  constraint order_delays_answer_has_time CHECK (((answer IS NULL) = (answered_at IS NULL))),
  constraint order_delays_order_id_fkey FOREIGN KEY (order_id) REFERENCES pre_orders(id) ON DELETE CASCADE,
  constraint order_delays_pkey PRIMARY KEY (order_id, dispatch_by),
  constraint order_delays_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500)))
);
alter table private.order_delays enable row level security;
alter table private.order_delays force row level security;
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON private.order_delays FOR EACH ROW EXECUTE FUNCTION private.audit('order_id');
CREATE TRIGGER record_events AFTER INSERT OR UPDATE ON private.order_delays FOR EACH ROW EXECUTE FUNCTION private.record_order_events('order_id');
create policy "service_role may do everything" on private.order_delays for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.order_delays to service_role;

create table private.order_events (
  id bigint generated always as identity not null,
  order_id uuid not null,
  change text default (gen_random_uuid())::text not null,
  kind text not null,
  facts jsonb default '{}'::jsonb not null,
  actor uuid,
  party text not null,
  at timestamp with time zone default shop_now() not null,
  constraint order_events_facts_check CHECK ((jsonb_typeof(facts) = 'object'::text)),
  constraint order_events_party_check CHECK ((party = ANY (ARRAY['customer'::text, 'shop'::text, 'provider'::text]))),
  constraint order_events_pkey PRIMARY KEY (id)
);
alter table private.order_events enable row level security;
alter table private.order_events force row level security;
CREATE UNIQUE INDEX order_events_edit_key ON private.order_events USING btree (change) WHERE (kind = 'edited'::text);
CREATE INDEX order_events_order_idx ON private.order_events USING btree (order_id, at);
CREATE UNIQUE INDEX order_events_undo_key ON private.order_events USING btree (((facts ->> 'undoOf'::text))) WHERE ((kind = 'edited'::text) AND (facts ? 'undoOf'::text));
CREATE TRIGGER replace_by_edit AFTER INSERT ON private.order_events FOR EACH ROW WHEN ((new.kind = 'edited'::text)) EXECUTE FUNCTION private.replace_by_edit();
create policy "service_role may do everything" on private.order_events for all to service_role using (true) with check (true);
create policy "triggers may do everything" on private.order_events for all to shop_triggers using (true) with check (true);
grant insert, select on private.order_events to service_role;

create table private.order_lookups (
  id uuid default gen_random_uuid() not null,
  order_number text not null,
  email text not null,
  withdraws boolean not null,
  requested_at timestamp with time zone default shop_now() not null,
  name text,
  constraint order_lookups_email_check CHECK ((length(email) <= 254)),
  constraint order_lookups_name_check CHECK ((length(name) <= 200)),
  constraint order_lookups_order_number_check CHECK ((length(order_number) <= 60)),
  constraint order_lookups_pkey PRIMARY KEY (id)
);
alter table private.order_lookups enable row level security;
alter table private.order_lookups force row level security;
create policy "service_role may do everything" on private.order_lookups for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.order_lookups to service_role;

create table private.order_notes (
  id bigint generated always as identity not null,
  order_id uuid not null,
  kind text not null,
  facts jsonb default '{}'::jsonb not null,
  at timestamp with time zone default shop_now() not null,
  resolved_at timestamp with time zone,
  resolved_by uuid,
  constraint order_notes_facts_check CHECK ((jsonb_typeof(facts) = 'object'::text)),
  constraint order_notes_kind_check CHECK ((kind <> ''::text)),
  constraint order_notes_order_id_fkey FOREIGN KEY (order_id) REFERENCES pre_orders(id) ON DELETE CASCADE,
  constraint order_notes_pkey PRIMARY KEY (id),
  constraint order_notes_resolved_by_check CHECK (((resolved_at IS NOT NULL) OR (resolved_by IS NULL)))
);
alter table private.order_notes enable row level security;
alter table private.order_notes force row level security;
CREATE UNIQUE INDEX order_notes_open_key ON private.order_notes USING btree (order_id, kind, md5((facts)::text)) WHERE (resolved_at IS NULL);
CREATE INDEX order_notes_order_id_idx ON private.order_notes USING btree (order_id);
create policy "service_role may do everything" on private.order_notes for all to service_role using (true) with check (true);
create policy "triggers may do everything" on private.order_notes for all to shop_triggers using (true) with check (true);
grant delete, insert, select, update on private.order_notes to service_role;

create table private.outbox (
  id uuid default gen_random_uuid() not null,
  kind text not null,
  cause text not null,
  order_id uuid,
  recipient text not null,
  data jsonb default '{}'::jsonb not null,
  state text default 'waiting'::text not null,
  attempts integer default 0 not null,
  next_attempt_at timestamp with time zone default now() not null,
  leased_until timestamp with time zone,
  last_error text,
  message_id text not null,
  created_at timestamp with time zone default shop_now() not null,
  sent_at timestamp with time zone,
  requested_by uuid,
  constraint outbox_kind_cause_key UNIQUE (kind, cause),
  constraint outbox_order_id_fkey FOREIGN KEY (order_id) REFERENCES pre_orders(id) ON DELETE SET NULL,
  constraint outbox_pkey PRIMARY KEY (id),
  constraint outbox_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'dropped'::text])))
);
alter table private.outbox enable row level security;
alter table private.outbox force row level security;
CREATE INDEX outbox_age_idx ON private.outbox USING btree (created_at) WHERE (recipient <> ''::text);
CREATE INDEX outbox_digest_idx ON private.outbox USING btree (((data ->> 'digest'::text))) WHERE (data ? 'digest'::text);
CREATE INDEX outbox_failed_idx ON private.outbox USING btree (created_at) WHERE (state = 'failed'::text);
CREATE INDEX outbox_order_idx ON private.outbox USING btree (order_id);
CREATE INDEX outbox_owner_idx ON private.outbox USING btree (kind, created_at) WHERE ((kind ~~ 'owner\_%'::text) AND (NOT (data ? 'digest'::text)));
CREATE INDEX outbox_sent_idx ON private.outbox USING btree (sent_at) WHERE (state = 'sent'::text);
CREATE INDEX outbox_unfinished_idx ON private.outbox USING btree (next_attempt_at) WHERE (state = ANY (ARRAY['waiting'::text, 'sending'::text]));
create policy "service_role may do everything" on private.outbox for all to service_role using (true) with check (true);
create policy "triggers may insert" on private.outbox for insert to shop_triggers with check (true);
create policy "triggers may read" on private.outbox for select to shop_triggers using (true);
create policy "triggers may update" on private.outbox for update to shop_triggers using (true) with check (true);
grant delete, insert, select, update on private.outbox to service_role;

create table private.owner_notes (
  order_id uuid not null,
  note text not null,
  updated_at timestamp with time zone default shop_now() not null,
  constraint owner_notes_note_check CHECK (((length(note) >= 1) AND (length(note) <= 5000))),
  constraint owner_notes_order_id_fkey FOREIGN KEY (order_id) REFERENCES pre_orders(id) ON DELETE CASCADE,
  constraint owner_notes_pkey PRIMARY KEY (order_id)
);
alter table private.owner_notes enable row level security;
alter table private.owner_notes force row level security;
create policy "service_role may do everything" on private.owner_notes for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.owner_notes to service_role;

create table private.parcel_lines (
  parcel_id bigint not null,
  line_id bigint not null,
  quantity smallint not null,
  constraint parcel_lines_line_id_fkey FOREIGN KEY (line_id) REFERENCES order_lines(id) ON DELETE CASCADE,
  constraint parcel_lines_parcel_id_fkey FOREIGN KEY (parcel_id) REFERENCES private.parcels(id) ON DELETE CASCADE,
  constraint parcel_lines_pkey PRIMARY KEY (parcel_id, line_id),
  constraint parcel_lines_quantity_check CHECK (((quantity >= 1) AND (quantity <= 20)))
);
alter table private.parcel_lines enable row level security;
alter table private.parcel_lines force row level security;
CREATE INDEX parcel_lines_line_idx ON private.parcel_lines USING btree (line_id);
CREATE TRIGGER check_pieces AFTER INSERT OR UPDATE ON private.parcel_lines FOR EACH ROW EXECUTE FUNCTION private.check_parcel_line();
create policy "service_role may do everything" on private.parcel_lines for all to service_role using (true) with check (true);
create policy "triggers may do everything" on private.parcel_lines for all to shop_triggers using (true) with check (true);
grant delete, insert, select, update on private.parcel_lines to service_role;

create table private.parcels (
  id bigint generated always as identity not null,
  order_id uuid not null,
  tracking_number text,
  carrier text,
  shipped_at timestamp with time zone default shop_now() not null,
  number_key text generated always as (upper(regexp_replace(tracking_number, '[\s-]'::text, ''::text, 'g'::text))) stored,
  constraint parcels_carrier_check CHECK ((length(carrier) <= 100)),
  constraint parcels_order_id_fkey FOREIGN KEY (order_id) REFERENCES pre_orders(id) ON DELETE CASCADE,
  constraint parcels_pkey PRIMARY KEY (id),
  constraint parcels_tracking_number_check CHECK (((length(tracking_number) >= 1) AND (length(tracking_number) <= 100)))
);
alter table private.parcels enable row level security;
alter table private.parcels force row level security;
CREATE INDEX parcels_number_idx ON private.parcels USING gin (number_key extensions.gin_trgm_ops);
CREATE INDEX parcels_order_idx ON private.parcels USING btree (order_id, id);
CREATE TRIGGER drop_email AFTER DELETE ON private.parcels FOR EACH ROW EXECUTE FUNCTION private.drop_parcel_email();
CREATE TRIGGER unpack_pieces BEFORE DELETE ON private.parcels FOR EACH ROW EXECUTE FUNCTION private.unpack_parcel();
create policy "service_role may do everything" on private.parcels for all to service_role using (true) with check (true);
create policy "triggers may do everything" on private.parcels for all to shop_triggers using (true) with check (true);
grant delete, insert, select, update on private.parcels to service_role;

create table private.payment_discrepancies (
  id uuid default gen_random_uuid() not null,
  key text not null,
  kind text not null,
  order_id uuid,
  session_id text,
  payment_id text,
  ours numeric(10,2),
  theirs numeric(10,2),
  respond_by timestamp with time zone,
  found_at timestamp with time zone default shop_now() not null,
  last_run_id uuid,
  resolved_at timestamp with time zone,
  resolution text,
  fingerprint text default ''::text not null,
  accepted_fingerprint text,
  resolved_by uuid,
  note text,
  facts jsonb default '{}'::jsonb not null,
  constraint payment_discrepancies_facts_check CHECK ((jsonb_typeof(facts) = 'object'::text)),
  constraint payment_discrepancies_key_key UNIQUE (key),
  constraint payment_discrepancies_kind_check CHECK ((kind = ANY (ARRAY['paid_without_order'::text, 'order_without_payment'::text, 'paid_by_hand'::text, 'paid_set_pending'::text, 'different_amount'::text, 'refund_not_recorded'::text, 'refund_owed'::text, 'refund_failed'::text, 'paid_twice'::text, 'open_dispute'::text, 'fraud_warning'::text]))),
  constraint payment_discrepancies_last_run_id_fkey FOREIGN KEY (last_run_id) REFERENCES private.reconciliation_runs(id) ON DELETE SET NULL,
  constraint payment_discrepancies_note_check CHECK ((length(note) <= 1000)),
  constraint payment_discrepancies_order_id_fkey FOREIGN KEY (order_id) REFERENCES pre_orders(id) ON DELETE CASCADE,
  constraint payment_discrepancies_pkey PRIMARY KEY (id)
);
alter table private.payment_discrepancies enable row level security;
alter table private.payment_discrepancies force row level security;
CREATE INDEX payment_discrepancies_open_idx ON private.payment_discrepancies USING btree (found_at) WHERE (resolved_at IS NULL);
CREATE INDEX payment_discrepancies_resolved_idx ON private.payment_discrepancies USING btree (resolved_at DESC) WHERE (resolved_at IS NOT NULL);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON private.payment_discrepancies FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER queue_owner_email AFTER INSERT OR UPDATE OF resolved_at ON private.payment_discrepancies FOR EACH ROW WHEN (((new.resolved_at IS NULL) AND (new.kind <> ALL (ARRAY['paid_by_hand'::text, 'paid_set_pending'::text])))) EXECUTE FUNCTION private.queue_owner_discrepancy_email();
create policy "service_role may do everything" on private.payment_discrepancies for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.payment_discrepancies to service_role;

create table private.payment_events (
  id text not null,
  provider text not null,
  type text not null,
  session_id text,
  payment_id text,
  order_id uuid,
  received_at timestamp with time zone default shop_now() not null,
  handled_at timestamp with time zone,
  attempts integer default 0 not null,
  next_attempt_at timestamp with time zone default (now() + '00:00:10'::interval),
  constraint payment_events_pkey PRIMARY KEY (id)
);
alter table private.payment_events enable row level security;
alter table private.payment_events force row level security;
CREATE INDEX payment_events_payment_id_idx ON private.payment_events USING btree (payment_id) WHERE (payment_id IS NOT NULL);
CREATE INDEX payment_events_waiting_idx ON private.payment_events USING btree (next_attempt_at) WHERE (handled_at IS NULL);
create policy "service_role may do everything" on private.payment_events for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.payment_events to service_role;

create table private.payment_links (
  order_id uuid not null,
  ends_at timestamp with time zone not null,
  sends integer default 1 not null,
  page integer default 0 not null,
  page_ends_at timestamp with time zone,
  ended_from timestamp with time zone,
  constraint payment_links_order_id_fkey FOREIGN KEY (order_id) REFERENCES pre_orders(id) ON DELETE CASCADE,
  constraint payment_links_page_check CHECK ((page >= 0)),
  constraint payment_links_page_complete CHECK (((page = 0) = (page_ends_at IS NULL))),
  constraint payment_links_pkey PRIMARY KEY (order_id),
  constraint payment_links_sends_check CHECK ((sends > 0))
);
alter table private.payment_links enable row level security;
alter table private.payment_links force row level security;
CREATE INDEX payment_links_ends_at_idx ON private.payment_links USING btree (ends_at);
create policy "service_role may do everything" on private.payment_links for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.payment_links to service_role;

create table private.pieces (
  line_id bigint not null,
  number smallint not null,
  state text not null,
  began boolean default false not null,
  cut_at timestamp with time zone default shop_now() not null,
  cloth text,
  cloth_cm integer,
  changed_at timestamp with time zone default shop_now() not null,
  parcel_id bigint,
  state_before text,
  constraint pieces_cloth_cm_check CHECK ((cloth_cm > 0)),
  constraint pieces_line_id_fkey FOREIGN KEY (line_id) REFERENCES order_lines(id) ON DELETE CASCADE,
  constraint pieces_number_check CHECK (((number >= 1) AND (number <= 20))),
  constraint pieces_pkey PRIMARY KEY (line_id, number),
  constraint pieces_state_before_check CHECK ((state_before = ANY (ARRAY['to_cut'::text, 'cut'::text, 'sewn'::text]))),
  constraint pieces_state_check CHECK ((state = ANY (ARRAY['cut'::text, 'sewn'::text, 'packed'::text])))
);
alter table private.pieces enable row level security;
alter table private.pieces force row level security;
CREATE INDEX pieces_cloth_idx ON private.pieces USING btree (cloth, cut_at) WHERE (cloth_cm IS NOT NULL);
CREATE TRIGGER notify_promised_work_packed AFTER INSERT OR UPDATE OF state ON private.pieces FOR EACH ROW WHEN ((new.state = 'packed'::text)) EXECUTE FUNCTION private.notify_promised_work();
CREATE TRIGGER notify_promised_work_unpacked AFTER DELETE OR UPDATE OF state ON private.pieces FOR EACH ROW WHEN ((old.state = 'packed'::text)) EXECUTE FUNCTION private.notify_promised_work();
create policy "service_role may do everything" on private.pieces for all to service_role using (true) with check (true);
create policy "triggers may do everything" on private.pieces for all to shop_triggers using (true) with check (true);
grant delete, insert, select, update on private.pieces to service_role;

create table private.postage_account (
  service text default 'click_and_drop'::text not null,
  sealed_key text not null,
  refused_at timestamp with time zone,
  updated_at timestamp with time zone default shop_now() not null,
  constraint postage_account_pkey PRIMARY KEY (service)
);
alter table private.postage_account enable row level security;
alter table private.postage_account force row level security;
create policy "service_role may do everything" on private.postage_account for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.postage_account to service_role;

create table private.postage_parcels (
  id uuid default gen_random_uuid() not null,
  order_id uuid not null,
  reference text not null,
  way text not null,
  state text not null,
  batch uuid,
  order_identifier bigint,
  problems jsonb default '[]'::jsonb not null,
  attempts integer default 0 not null,
  is_uncertain boolean default false not null,
  next_attempt_at timestamp with time zone default now() not null,
  created_at timestamp with time zone default shop_now() not null,
  given jsonb,
  pieces jsonb,
  constraint postage_parcels_order_id_fkey FOREIGN KEY (order_id) REFERENCES pre_orders(id) ON DELETE CASCADE,
  constraint postage_parcels_pieces_check CHECK ((jsonb_typeof(pieces) = 'array'::text)),
  constraint postage_parcels_pkey PRIMARY KEY (id),
  constraint postage_parcels_problems_check CHECK ((jsonb_typeof(problems) = 'array'::text)),
  constraint postage_parcels_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'removing'::text, 'exported'::text, 'failed'::text, 'shipped'::text, 'removed'::text]))),
  constraint postage_parcels_way_check CHECK ((way = ANY (ARRAY['api'::text, 'file'::text])))
);
alter table private.postage_parcels enable row level security;
alter table private.postage_parcels force row level security;
CREATE INDEX postage_parcels_batch_idx ON private.postage_parcels USING btree (batch) WHERE (batch IS NOT NULL);
CREATE UNIQUE INDEX postage_parcels_open_key ON private.postage_parcels USING btree (order_id) WHERE (state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'removing'::text, 'exported'::text]));
CREATE INDEX postage_parcels_order_idx ON private.postage_parcels USING btree (order_id, created_at);
CREATE INDEX postage_parcels_unfinished_idx ON private.postage_parcels USING btree (next_attempt_at) WHERE (state = ANY (ARRAY['waiting'::text, 'sending'::text, 'removing'::text]));
create policy "service_role may do everything" on private.postage_parcels for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.postage_parcels to service_role;

create table private.preorder_ends (
  id bigint generated always as identity not null,
  product_id uuid not null,
  was timestamp with time zone,
  ends_at timestamp with time zone not null,
  why text,
  ordered bigint,
  changed_by uuid,
  at timestamp with time zone default shop_now() not null,
  constraint preorder_ends_pkey PRIMARY KEY (id),
  constraint preorder_ends_why_check CHECK (((length(why) >= 1) AND (length(why) <= 500)))
);
alter table private.preorder_ends enable row level security;
alter table private.preorder_ends force row level security;
CREATE INDEX preorder_ends_product_idx ON private.preorder_ends USING btree (product_id, id);
create policy "service_role may do everything" on private.preorder_ends for all to service_role using (true) with check (true);
create policy "triggers may do everything" on private.preorder_ends for all to shop_triggers using (true) with check (true);
grant delete, insert, select, update on private.preorder_ends to service_role;

create table private.product_availability (
  product_id uuid not null,
  published_at timestamp with time zone default shop_now() not null,
  sold_out_since timestamp with time zone,
  last_public jsonb,
  constraint product_availability_pkey PRIMARY KEY (product_id),
  constraint product_availability_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);
alter table private.product_availability enable row level security;
alter table private.product_availability force row level security;
CREATE TRIGGER notify_change AFTER INSERT OR UPDATE ON private.product_availability FOR EACH ROW EXECUTE FUNCTION private.notify_change();
create policy "service_role may do everything" on private.product_availability for all to service_role using (true) with check (true);
create policy "triggers may do everything" on private.product_availability for all to shop_triggers using (true) with check (true);
grant select on private.product_availability to service_role;

create table private.product_customs (
  product_id uuid not null,
  weight_grams integer,
  size_grams jsonb default '{}'::jsonb not null,
  weave text,
  commodity_code text,
  origin text,
  description text,
  version integer default 1 not null,
  updated_at timestamp with time zone default shop_now() not null,
  constraint product_customs_code_valid CHECK ((commodity_code ~ '^[0-9]{6,10}$'::text)),
  constraint product_customs_description_valid CHECK (((length(description) >= 1) AND (length(description) <= 35))),
  constraint product_customs_origin_valid CHECK ((origin ~ '^[A-Z]{2}$'::text)),
  constraint product_customs_pkey PRIMARY KEY (product_id),
  constraint product_customs_size_grams_check CHECK ((jsonb_typeof(size_grams) = 'object'::text)),
  constraint product_customs_weave_valid CHECK ((weave = ANY (ARRAY['woven'::text, 'knitted'::text]))),
  constraint product_customs_weight_valid CHECK (((weight_grams >= 1) AND (weight_grams <= 30000)))
);
alter table private.product_customs enable row level security;
alter table private.product_customs force row level security;
create policy "service_role may do everything" on private.product_customs for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.product_customs to service_role;

create table private.rate_limits (
  bucket text not null,
  key text not null,
  window_start timestamp with time zone not null,
  count integer default 0 not null,
  constraint rate_limits_pkey PRIMARY KEY (bucket, key, window_start)
);
alter table private.rate_limits enable row level security;
alter table private.rate_limits force row level security;
create policy "service_role may do everything" on private.rate_limits for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.rate_limits to service_role;

create table private.reconciliation_runs (
  id uuid default gen_random_uuid() not null,
  requested_by uuid,
  since timestamp with time zone not null,
  until timestamp with time zone not null,
  started_at timestamp with time zone default shop_now() not null,
  finished_at timestamp with time zone,
  failure text,
  counts jsonb default '{}'::jsonb not null,
  heartbeat_at timestamp with time zone default now() not null,
  constraint reconciliation_runs_pkey PRIMARY KEY (id)
);
alter table private.reconciliation_runs enable row level security;
alter table private.reconciliation_runs force row level security;
CREATE UNIQUE INDEX reconciliation_runs_one_running_key ON private.reconciliation_runs USING btree (((finished_at IS NULL))) WHERE (finished_at IS NULL);
CREATE INDEX reconciliation_runs_started_at_idx ON private.reconciliation_runs USING btree (started_at DESC);
create policy "service_role may do everything" on private.reconciliation_runs for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.reconciliation_runs to service_role;

create table private.refund_lines (
  refund_id uuid not null,
  "position" smallint not null,
  quantity smallint not null,
  amount numeric(10,2) not null,
  constraint refund_lines_amount_check CHECK ((amount >= (0)::numeric)),
  constraint refund_lines_pkey PRIMARY KEY (refund_id, "position"),
  constraint refund_lines_quantity_check CHECK (((quantity >= 1) AND (quantity <= 20))),
  constraint refund_lines_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES private.refunds(id) ON DELETE CASCADE
);
alter table private.refund_lines enable row level security;
alter table private.refund_lines force row level security;
create policy "service_role may do everything" on private.refund_lines for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.refund_lines to service_role;

create table private.refunds (
  id uuid default gen_random_uuid() not null,
  order_id uuid not null,
  session_id text not null,
  amount numeric(10,2) not null,
  reason text default 'other'::text not null,
  note text,
  source text default 'shop'::text not null,
  requested_by uuid,
  requested_at timestamp with time zone default shop_now() not null,
  state text default 'requested'::text not null,
  provider_refund_id text,
  failure text,
  attempts integer default 0 not null,
  next_attempt_at timestamp with time zone default now(),
  settled_at timestamp with time zone,
  scope text default 'part'::text not null,
  delivery_amount numeric(10,2) default 0 not null,
  constraint refunds_amount_check CHECK ((amount > (0)::numeric)),
  constraint refunds_delivery_amount_check CHECK ((delivery_amount >= (0)::numeric)),
  constraint refunds_note_check CHECK ((length(note) <= 1000)),
  constraint refunds_order_id_fkey FOREIGN KEY (order_id) REFERENCES pre_orders(id),
  constraint refunds_pkey PRIMARY KEY (id),
  constraint refunds_provider_refund_id_key UNIQUE (provider_refund_id),
  constraint refunds_reason_check CHECK ((reason = ANY (ARRAY['cancelled'::text, 'returned'::text, 'faulty'::text, 'goodwill'::text, 'duplicate'::text, 'other'::text]))),
  constraint refunds_scope_check CHECK ((scope = ANY (ARRAY['part'::text, 'rest'::text, 'cancellation'::text]))),
  constraint refunds_source_check CHECK ((source = ANY (ARRAY['shop'::text, 'provider'::text]))),
  constraint refunds_state_check CHECK ((state = ANY (ARRAY['requested'::text, 'pending'::text, 'succeeded'::text, 'failed'::text])))
);
alter table private.refunds enable row level security;
alter table private.refunds force row level security;
CREATE INDEX refunds_order_id_idx ON private.refunds USING btree (order_id);
CREATE INDEX refunds_requested_at_idx ON private.refunds USING btree (requested_at);
CREATE INDEX refunds_waiting_idx ON private.refunds USING btree (next_attempt_at) WHERE (next_attempt_at IS NOT NULL);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON private.refunds FOR EACH ROW EXECUTE FUNCTION private.audit('order_id');
CREATE TRIGGER record_events AFTER INSERT OR UPDATE ON private.refunds FOR EACH ROW EXECUTE FUNCTION private.record_order_events('order_id');
create policy "service_role may do everything" on private.refunds for all to service_role using (true) with check (true);
create policy "triggers may read" on private.refunds for select to shop_triggers using (true);
grant delete, insert, select, update on private.refunds to service_role;

create table private.reservation_networks (
  order_id uuid not null,
  network text not null,
  constraint reservation_networks_network_check CHECK ((length(network) = 43)),
  constraint reservation_networks_order_id_fkey FOREIGN KEY (order_id) REFERENCES pre_orders(id) ON DELETE CASCADE,
  constraint reservation_networks_pkey PRIMARY KEY (order_id)
);
alter table private.reservation_networks enable row level security;
alter table private.reservation_networks force row level security;
create policy "service_role may do everything" on private.reservation_networks for all to service_role using (true) with check (true);
create policy "triggers may do everything" on private.reservation_networks for all to shop_triggers using (true) with check (true);
grant delete, insert, select, update on private.reservation_networks to service_role;

create table private.return_lines (
  return_id uuid not null,
  line_id bigint not null,
  quantity smallint not null,
  constraint return_lines_line_id_fkey FOREIGN KEY (line_id) REFERENCES order_lines(id) ON DELETE CASCADE,
  constraint return_lines_pkey PRIMARY KEY (return_id, line_id),
  constraint return_lines_quantity_check CHECK (((quantity >= 1) AND (quantity <= 20))),
  constraint return_lines_return_id_fkey FOREIGN KEY (return_id) REFERENCES private.returns(id) ON DELETE CASCADE
);
alter table private.return_lines enable row level security;
alter table private.return_lines force row level security;
CREATE INDEX return_lines_line_idx ON private.return_lines USING btree (line_id);
create policy "service_role may do everything" on private.return_lines for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.return_lines to service_role;

create table private.returns (
  id uuid not null,
  order_id uuid not null,
  kind text not null,
  state text default 'requested'::text not null,
  declared_on text default 'page'::text not null,
  reason text,
  photographs text[] default '{}'::text[] not null,
  requested_at timestamp with time zone default shop_now() not null,
  received_at timestamp with time zone,
  inspected_at timestamp with time zone,
  settled_at timestamp with time zone,
  answer text,
  note text,
  refund_id uuid,
  version integer default 1 not null,
  declared_by text,
  stopped boolean default false not null,
  constraint returns_answer_check CHECK (((length(answer) >= 1) AND (length(answer) <= 2000))),
  constraint returns_declared_by_check CHECK ((length(declared_by) <= 200)),
  constraint returns_declared_on_check CHECK ((declared_on = ANY (ARRAY['page'::text, 'form'::text, 'owner'::text]))),
  constraint returns_kind_check CHECK ((kind = ANY (ARRAY['withdrawal'::text, 'fault'::text, 'other'::text]))),
  constraint returns_note_check CHECK (((length(note) >= 1) AND (length(note) <= 2000))),
  constraint returns_order_id_fkey FOREIGN KEY (order_id) REFERENCES pre_orders(id) ON DELETE CASCADE,
  constraint returns_photographs_check CHECK ((cardinality(photographs) <= 6)),
  constraint returns_pkey PRIMARY KEY (id),
  constraint returns_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 2000))),
  constraint returns_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES private.refunds(id) ON DELETE SET NULL,
  constraint returns_refused_with_answer CHECK (((state <> 'refused'::text) OR (answer IS NOT NULL))),
  constraint returns_settled CHECK (((settled_at IS NOT NULL) = (state = ANY (ARRAY['refunded'::text, 'refused'::text, 'exchanged'::text])))),
  constraint returns_state_check CHECK ((state = ANY (ARRAY['requested'::text, 'received'::text, 'inspected'::text, 'refunded'::text, 'refused'::text, 'exchanged'::text])))
);
alter table private.returns enable row level security;
alter table private.returns force row level security;
CREATE INDEX returns_newest_idx ON private.returns USING btree (requested_at DESC, id);
CREATE INDEX returns_open_idx ON private.returns USING btree (requested_at) WHERE (settled_at IS NULL);
CREATE INDEX returns_order_idx ON private.returns USING btree (order_id, requested_at);
CREATE INDEX returns_photographs_idx ON private.returns USING gin (photographs) WHERE (photographs <> '{}'::text[]);
CREATE TRIGGER audit AFTER INSERT OR UPDATE OF state ON private.returns FOR EACH ROW EXECUTE FUNCTION private.audit_return();
CREATE TRIGGER before_write BEFORE UPDATE ON private.returns FOR EACH ROW EXECUTE FUNCTION private.set_return_version();
CREATE TRIGGER record_events AFTER INSERT OR UPDATE ON private.returns FOR EACH ROW EXECUTE FUNCTION private.record_order_events('order_id');
create policy "service_role may do everything" on private.returns for all to service_role using (true) with check (true);
create policy "triggers may read" on private.returns for select to shop_triggers using (true);
create policy "triggers may update" on private.returns for update to shop_triggers using (true) with check (true);
grant delete, insert, select, update on private.returns to service_role;

create table private.review_objections (
  address_hash text not null,
  at timestamp with time zone default shop_now() not null,
  constraint review_objections_pkey PRIMARY KEY (address_hash)
);
alter table private.review_objections enable row level security;
alter table private.review_objections force row level security;
create policy "service_role may do everything" on private.review_objections for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.review_objections to service_role;

create table private.saved_replies (
  id uuid default gen_random_uuid() not null,
  name text not null,
  reply text not null,
  version integer default 1 not null,
  updated_at timestamp with time zone default shop_now() not null,
  constraint saved_replies_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint saved_replies_pkey PRIMARY KEY (id),
  constraint saved_replies_reply_check CHECK (((length(reply) >= 1) AND (length(reply) <= 5000)))
);
alter table private.saved_replies enable row level security;
alter table private.saved_replies force row level security;
create policy "service_role may do everything" on private.saved_replies for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.saved_replies to service_role;

create table private.security_events (
  day date default CURRENT_DATE not null,
  kind text not null,
  times bigint default 1 not null,
  last_at timestamp with time zone default now() not null,
  constraint security_events_pkey PRIMARY KEY (day, kind)
);
alter table private.security_events enable row level security;
alter table private.security_events force row level security;
create policy "service_role may do everything" on private.security_events for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.security_events to service_role;

create table private.service_keys (
  service text not null,
  sealed_keys text not null,
  account text,
  updated_at timestamp with time zone default shop_now() not null,
  constraint service_keys_pkey PRIMARY KEY (service),
  constraint service_keys_service_valid CHECK ((service = ANY (ARRAY['stripe_test'::text, 'stripe_live'::text, 'mail'::text])))
);
alter table private.service_keys enable row level security;
alter table private.service_keys force row level security;
CREATE TRIGGER notify_change AFTER INSERT OR DELETE OR UPDATE ON private.service_keys FOR EACH STATEMENT EXECUTE FUNCTION private.notify_change();
create policy "service_role may do everything" on private.service_keys for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.service_keys to service_role;

create table private.settings (
  name text not null,
  value jsonb not null,
  updated_at timestamp with time zone default now() not null,
  constraint settings_name_check CHECK ((name ~ '^[a-z][a-z0-9_.]*$'::text)),
  constraint settings_pkey PRIMARY KEY (name)
);
alter table private.settings enable row level security;
alter table private.settings force row level security;
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON private.settings FOR EACH ROW EXECUTE FUNCTION private.audit('name');
CREATE TRIGGER notify_change AFTER INSERT OR DELETE OR UPDATE ON private.settings FOR EACH STATEMENT EXECUTE FUNCTION private.notify_change();
create policy "service_role may do everything" on private.settings for all to service_role using (true) with check (true);
create policy "triggers may read" on private.settings for select to shop_triggers using (true);
grant delete, insert, select, update on private.settings to service_role;

create table private.sign_in_failures (
  key text not null,
  failures integer not null,
  last_failed_at timestamp with time zone not null,
  next_try_at timestamp with time zone not null,
  constraint sign_in_failures_pkey PRIMARY KEY (key)
);
alter table private.sign_in_failures enable row level security;
alter table private.sign_in_failures force row level security;
CREATE INDEX sign_in_failures_last_idx ON private.sign_in_failures USING btree (last_failed_at);
create policy "service_role may do everything" on private.sign_in_failures for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.sign_in_failures to service_role;

create table private.signing_keys (
  kid text not null,
  algorithm text not null,
  public_jwk jsonb not null,
  sealed_private_jwk text not null,
  created_at timestamp with time zone default now() not null,
  retired_at timestamp with time zone,
  constraint signing_keys_algorithm_check CHECK ((algorithm = ANY (ARRAY['ES256'::text, 'RS256'::text]))),
  constraint signing_keys_pkey PRIMARY KEY (kid)
);
alter table private.signing_keys enable row level security;
alter table private.signing_keys force row level security;
CREATE TRIGGER notify_change AFTER INSERT OR DELETE OR UPDATE ON private.signing_keys FOR EACH STATEMENT EXECUTE FUNCTION private.notify_change();
create policy "service_role may do everything" on private.signing_keys for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.signing_keys to service_role;

create table private.signup_counts (
  id bigint generated always as identity not null,
  subscribed integer not null,
  unconfirmed integer not null,
  unsubscribed integer not null,
  constraint signup_counts_pkey PRIMARY KEY (id)
);
alter table private.signup_counts enable row level security;
alter table private.signup_counts force row level security;
create policy "service_role may do everything" on private.signup_counts for all to service_role using (true) with check (true);
create policy "triggers may do everything" on private.signup_counts for all to shop_triggers using (true) with check (true);
grant delete, insert, select on private.signup_counts to service_role;

create table private.size_consents (
  user_id uuid not null,
  given_at timestamp with time zone default shop_now() not null,
  consent_text text not null,
  constraint size_consents_pkey PRIMARY KEY (user_id),
  constraint size_consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table private.size_consents enable row level security;
alter table private.size_consents force row level security;
create policy "service_role may do everything" on private.size_consents for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.size_consents to service_role;

create table private.slug_redirects (
  slug text not null,
  product_id uuid not null,
  created_at timestamp with time zone default shop_now() not null,
  constraint slug_redirects_pkey PRIMARY KEY (slug),
  constraint slug_redirects_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);
alter table private.slug_redirects enable row level security;
alter table private.slug_redirects force row level security;
CREATE INDEX slug_redirects_product_id_idx ON private.slug_redirects USING btree (product_id, created_at);
CREATE TRIGGER notify_change AFTER INSERT OR DELETE OR UPDATE ON private.slug_redirects FOR EACH ROW EXECUTE FUNCTION private.notify_change();
create policy "service_role may read" on private.slug_redirects for select to service_role using (true);
create policy "triggers may do everything" on private.slug_redirects for all to shop_triggers using (true) with check (true);
grant select on private.slug_redirects to service_role;

create table private.start_marks (
  name text not null,
  about text,
  marked_at timestamp with time zone default shop_now() not null,
  constraint start_marks_name_valid CHECK ((name = ANY (ARRAY['look'::text, 'sizes'::text, 'delivery'::text, 'policies'::text, 'email'::text, 'live'::text]))),
  constraint start_marks_pkey PRIMARY KEY (name)
);
alter table private.start_marks enable row level security;
alter table private.start_marks force row level security;
create policy "service_role may do everything" on private.start_marks for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.start_marks to service_role;

create table private.suppressions (
  address_hash text not null,
  reason text not null,
  at timestamp with time zone default shop_now() not null,
  constraint suppressions_pkey PRIMARY KEY (address_hash),
  constraint suppressions_reason_check CHECK ((reason = ANY (ARRAY['unsubscribed'::text, 'complaint'::text, 'bounced'::text])))
);
alter table private.suppressions enable row level security;
alter table private.suppressions force row level security;
CREATE TRIGGER unsubscribe_suppressed AFTER INSERT ON private.suppressions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.unsubscribe_suppressed();
create policy "service_role may do everything" on private.suppressions for all to service_role using (true) with check (true);
create policy "triggers may do everything" on private.suppressions for all to shop_triggers using (true) with check (true);
grant delete, insert, select, update on private.suppressions to service_role;

create table private.test_payment_events (
  id text not null,
  session_id text not null,
  type text not null,
  created_at timestamp with time zone default now() not null,
  attempts integer default 0 not null,
  next_attempt_at timestamp with time zone default now() not null,
  delivered_at timestamp with time zone,
  constraint test_payment_events_pkey PRIMARY KEY (id),
  constraint test_payment_events_session_id_fkey FOREIGN KEY (session_id) REFERENCES private.test_payment_sessions(id) ON DELETE CASCADE
);
alter table private.test_payment_events enable row level security;
alter table private.test_payment_events force row level security;
CREATE INDEX test_payment_events_waiting_idx ON private.test_payment_events USING btree (next_attempt_at) WHERE (delivered_at IS NULL);
create policy "service_role may do everything" on private.test_payment_events for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.test_payment_events to service_role;

create table private.test_payment_sessions (
  id text not null,
  idempotency_key text not null,
  request jsonb not null,
  order_id uuid not null,
  amount_subtotal integer not null,
  amount_discount integer not null,
  amount_total integer,
  delivery_service text,
  status text default 'open'::text not null,
  payment_status text default 'unpaid'::text not null,
  customer jsonb,
  refunded_amount integer default 0 not null,
  created_at timestamp with time zone default shop_now() not null,
  expires_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  refunds jsonb default '{}'::jsonb not null,
  constraint test_payment_sessions_idempotency_key UNIQUE (idempotency_key),
  constraint test_payment_sessions_payment_status_check CHECK ((payment_status = ANY (ARRAY['unpaid'::text, 'paid'::text, 'no_payment_required'::text]))),
  constraint test_payment_sessions_pkey PRIMARY KEY (id),
  constraint test_payment_sessions_status_check CHECK ((status = ANY (ARRAY['open'::text, 'complete'::text, 'expired'::text])))
);
alter table private.test_payment_sessions enable row level security;
alter table private.test_payment_sessions force row level security;
create policy "service_role may do everything" on private.test_payment_sessions for all to service_role using (true) with check (true);
grant delete, insert, select, update on private.test_payment_sessions to service_role;

create table private.text_message_use (
  is_only boolean default true not null,
  day date default '-infinity'::date not null,
  messages integer default 0 not null,
  to_new_numbers integer default 0 not null,
  constraint text_message_use_is_only_check CHECK (is_only),
  constraint text_message_use_pkey PRIMARY KEY (is_only)
);
alter table private.text_message_use enable row level security;
alter table private.text_message_use force row level security;
create policy "service_role may do everything" on private.text_message_use for all to service_role using (true) with check (true);
grant select, update on private.text_message_use to service_role;

create table private.waitlist (
  id uuid default gen_random_uuid() not null,
  product_id uuid not null,
  email text not null,
  size text,
  requested_at timestamp with time zone default shop_now() not null,
  request_count integer default 1 not null,
  source text not null,
  consent_text text not null,
  consent_ip text,
  confirmed_at timestamp with time zone,
  notified_at timestamp with time zone,
  constraint waitlist_email_check CHECK (((email = lower(email)) AND private.is_plain_address(email))),
  constraint waitlist_pkey PRIMARY KEY (id),
  constraint waitlist_product_id_email_key UNIQUE (product_id, email),
  constraint waitlist_size_check CHECK (((length(size) >= 1) AND (length(size) <= 1200))),
  constraint waitlist_source_check CHECK ((length(source) <= 120))
);
alter table private.waitlist enable row level security;
alter table private.waitlist force row level security;
CREATE INDEX waitlist_email_idx ON private.waitlist USING btree (email);
CREATE INDEX waitlist_next_idx ON private.waitlist USING btree (product_id, requested_at, id) WHERE (notified_at IS NULL);
CREATE INDEX waitlist_notified_idx ON private.waitlist USING btree (product_id, notified_at) WHERE (notified_at IS NOT NULL);
create policy "service_role may do everything" on private.waitlist for all to service_role using (true) with check (true);
create policy "triggers may do everything" on private.waitlist for all to shop_triggers using (true) with check (true);
grant delete, insert, select, update on private.waitlist to service_role;

create table private.work_before_pending (
  order_id uuid not null,
  version integer not null,
  order_status text not null,
  tracking_number text,
  parcels jsonb not null,
  pieces jsonb not null,
  at timestamp with time zone default now() not null,
  constraint work_before_pending_order_id_fkey FOREIGN KEY (order_id) REFERENCES pre_orders(id) ON DELETE CASCADE,
  constraint work_before_pending_pkey PRIMARY KEY (order_id)
);
alter table private.work_before_pending enable row level security;
alter table private.work_before_pending force row level security;
create policy "service_role may do everything" on private.work_before_pending for all to service_role using (true) with check (true);
create policy "triggers may do everything" on private.work_before_pending for all to shop_triggers using (true) with check (true);
grant delete, insert, select, update on private.work_before_pending to service_role;

create table products (
  id uuid default gen_random_uuid() not null,
  name text not null,
  slug text not null,
  description text default ''::text not null,
  price numeric(10,2) not null,
  image_url text,
  sizes text[] default ARRAY['8-10'::text, '10-12'::text, '12-14'::text, '14-16'::text, '16-18'::text] not null,
  active boolean default true not null,
  is_preorder boolean default false not null,
  preorder_end_date timestamp with time zone,
  created_at timestamp with time zone default shop_now() not null,
  pictures jsonb default '[]'::jsonb not null,
  fabric text,
  care text,
  modesty_notes text,
  colour text,
  length text,
  model_line text,
  production_days integer,
  preorder_limit integer,
  version integer default 1 not null,
  updated_at timestamp with time zone default shop_now() not null,
  preorder_reason text,
  preorder_price numeric(10,2),
  kind text,
  measures jsonb,
  colour_family text,
  features text[] default '{}'::text[] not null,
  work_hundredths smallint default 100 not null,
  preorder_end_held boolean default false not null,
  kinds text[] default '{}'::text[] not null,
  constraint products_care_check CHECK ((length(care) <= 1000)),
  constraint products_colour_check CHECK ((length(colour) <= 80)),
  constraint products_colour_family_check CHECK (((length(colour_family) <= 40) AND (colour_family ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text))),
  constraint products_description_check CHECK ((length(description) <= 10000)),
  constraint products_fabric_check CHECK ((length(fabric) <= 1000)),
  constraint products_features_check CHECK ((features <@ ARRAY['opaque'::text, 'lined'::text, 'pockets'::text, 'nursing'::text])),
  constraint products_image_url_check CHECK ((image_url ~ '^(https?://[^/?#]+)?/storage/v1/object/public/product-images/[^?#]+$'::text)),
  constraint products_kind_check CHECK ((kind = ANY (ARRAY['dress'::text, 'skirt'::text, 'coat'::text, 'top'::text, 'accessory'::text]))),
  constraint products_kinds_check CHECK (((cardinality(kinds) <= 12) AND (array_position(kinds, ''::text) IS NULL) AND (array_to_string(kinds, '/'::text, '!'::text) ~ '^([a-z0-9]+(-[a-z0-9]+)*(/[a-z0-9]+(-[a-z0-9]+)*)*)?$'::text))),
  constraint products_length_check CHECK ((length(length) <= 200)),
  constraint products_measures_check CHECK (((measures IS NULL) OR ((jsonb_typeof(measures) = 'object'::text) AND ((measures - ARRAY['cut'::text, 'from'::text, 'length'::text, 'hem'::text, 'sleeve'::text, 'sleeveWidest'::text, 'cuff'::text, 'neckDrop'::text, 'neckWidth'::text, 'collar'::text, 'heel'::text]) = '{}'::jsonb) AND (jsonb_path_match(measures, '((((((((((((($."cut".type() == "string" && $."cut" like_regex "^[a-z-]{1,20}$") && ($."from" == "nape" || $."from" == "waist")) && $."length".type() == "number") && $."length" >= 20) && $."length" <= 170) && (!(exists ($."hem")) || ($."hem".type() == "number" && $."hem" >= 60) && $."hem" <= 900)) && (!(exists ($."sleeve")) || ($."sleeve".type() == "number" && $."sleeve" >= 0) && $."sleeve" <= 90)) && (!(exists ($."sleeveWidest")) || ($."sleeveWidest".type() == "number" && $."sleeveWidest" >= 20) && $."sleeveWidest" <= 150)) && (!(exists ($."cuff")) || ($."cuff".type() == "number" && $."cuff" >= 14) && $."cuff" <= 150)) && (!(exists ($."neckDrop")) || ($."neckDrop".type() == "number" && $."neckDrop" >= 0) && $."neckDrop" <= 40)) && (!(exists ($."neckWidth")) || ($."neckWidth".type() == "number" && $."neckWidth" >= 10) && $."neckWidth" <= 45)) && (!(exists ($."collar")) || ($."collar".type() == "number" && $."collar" >= 0) && $."collar" <= 15)) && (!(exists ($."heel")) || ($."heel".type() == "number" && $."heel" >= 0) && $."heel" <= 12))'::jsonpath, silent => true) IS TRUE)))),
  constraint products_model_line_check CHECK ((length(model_line) <= 200)),
  constraint products_modesty_notes_check CHECK ((length(modesty_notes) <= 2000)),
  constraint products_name_check CHECK (((name = TRIM(BOTH FROM name)) AND ((length(name) >= 1) AND (length(name) <= 120)))),
  constraint products_numbered_has_limit CHECK (((preorder_reason IS DISTINCT FROM 'numbered'::text) OR (preorder_limit IS NOT NULL))),
  constraint products_pictures_check CHECK (((jsonb_typeof(pictures) = 'array'::text) AND (jsonb_array_length(pictures) <= 20))),
  constraint products_pkey PRIMARY KEY (id),
  constraint products_preorder_end_date_valid CHECK ((isfinite(preorder_end_date) AND (preorder_end_date < '3000-01-01 00:00:00+00'::timestamp with time zone))),
  constraint products_preorder_limit_check CHECK ((preorder_limit > 0)),
  constraint products_preorder_price_check CHECK ((preorder_price > (0)::numeric)),
  constraint products_preorder_price_lower CHECK ((preorder_price < price)),
  constraint products_preorder_price_needed CHECK (((NOT (preorder_reason IS DISTINCT FROM 'price'::text)) = (preorder_price IS NOT NULL))),
  constraint products_preorder_reason_check CHECK ((preorder_reason = ANY (ARRAY['price'::text, 'numbered'::text, 'first'::text]))),
  constraint products_price_check CHECK (((price > (0)::numeric) AND (price <= (10000)::numeric))),
  constraint products_production_days_check CHECK (((production_days >= 1) AND (production_days <= 365))),
  constraint products_sizes_check CHECK ((((cardinality(sizes) >= 1) AND (cardinality(sizes) <= 30)) AND (array_position(sizes, NULL::text) IS NULL))),
  constraint products_sizes_valid CHECK (((array_position(sizes, ''::text) IS NULL) AND (length(array_to_string(sizes, ''::text)) <= 1200))),
  constraint products_slug_format CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 80))),
  constraint products_slug_key UNIQUE (slug),
  constraint products_work_hundredths_check CHECK (((work_hundredths >= 5) AND (work_hundredths <= 2000)))
);
alter table products enable row level security;
alter table products force row level security;
CREATE INDEX products_created_at_idx ON public.products USING btree (created_at);
CREATE TRIGGER archive_deleted BEFORE DELETE ON public.products FOR EACH ROW EXECUTE FUNCTION private.archive_deleted_product();
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.products FOR EACH ROW EXECUTE FUNCTION private.audit('id');
CREATE TRIGGER before_write BEFORE INSERT OR UPDATE ON public.products FOR EACH ROW EXECUTE FUNCTION private.normalize_product();
CREATE TRIGGER keep_kinds BEFORE INSERT OR UPDATE OF kind, kinds ON public.products FOR EACH ROW EXECUTE FUNCTION private.keep_kinds();
CREATE TRIGGER keep_last_public AFTER UPDATE OF active ON public.products FOR EACH ROW WHEN ((old.active <> new.active)) EXECUTE FUNCTION private.keep_last_public();
CREATE TRIGGER notify_change AFTER INSERT OR DELETE OR UPDATE ON public.products FOR EACH STATEMENT EXECUTE FUNCTION private.notify_change();
CREATE TRIGGER record_preorder_end AFTER INSERT OR UPDATE ON public.products FOR EACH ROW EXECUTE FUNCTION private.record_preorder_end();
CREATE TRIGGER record_slug_redirect AFTER INSERT OR UPDATE OF slug, active ON public.products FOR EACH ROW EXECUTE FUNCTION private.record_slug_redirect();
CREATE CONSTRAINT TRIGGER refresh_availability AFTER UPDATE ON public.products DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((((old.active IS DISTINCT FROM new.active) OR (old.is_preorder IS DISTINCT FROM new.is_preorder)) OR (old.preorder_end_date IS DISTINCT FROM new.preorder_end_date)) OR (old.preorder_limit IS DISTINCT FROM new.preorder_limit))) EXECUTE FUNCTION private.refresh_availability();
CREATE CONSTRAINT TRIGGER refresh_availability_on_insert AFTER INSERT ON public.products DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.refresh_availability();
CREATE TRIGGER set_preorder_end_held BEFORE INSERT OR UPDATE ON public.products FOR EACH ROW EXECUTE FUNCTION private.set_preorder_end_held();
create policy "administrators add products" on products for insert to authenticated with check (( SELECT private.has_role(VARIADIC ARRAY['admin'::text, 'pages'::text]) AS has_role));
create policy "administrators change products" on products for update to authenticated using (( SELECT private.has_role(VARIADIC ARRAY['admin'::text, 'pages'::text]) AS has_role)) with check (( SELECT private.has_role(VARIADIC ARRAY['admin'::text, 'pages'::text]) AS has_role));
create policy "administrators delete products" on products for delete to authenticated using (( SELECT private.has_role(VARIADIC ARRAY['admin'::text, 'pages'::text]) AS has_role));
create policy "customers see active products, administrators all" on products for select to authenticated using ((active OR ( SELECT private.has_role(VARIADIC ARRAY['admin'::text, 'pages'::text]) AS has_role)));
create policy "service_role may do everything" on products for all to service_role using (true) with check (true);
create policy "triggers may read" on products for select to shop_triggers using (true);
create policy "visitors see active products" on products for select to anon using (active);
grant select on products to anon;
grant delete, select on products to authenticated;
grant insert (name, slug, description, price, image_url, sizes, active, is_preorder, preorder_end_date, pictures, fabric, care, modesty_notes, colour, length, model_line, production_days, preorder_limit, preorder_reason, preorder_price, kind, measures, colour_family, features, work_hundredths, kinds) on products to authenticated;
grant update (name, slug, description, price, image_url, sizes, active, is_preorder, preorder_end_date, pictures, fabric, care, modesty_notes, colour, length, model_line, production_days, preorder_limit, preorder_reason, preorder_price, kind, measures, colour_family, features, work_hundredths, kinds) on products to authenticated;
grant delete, insert, select, update on products to service_role;

create table reviews (
  id uuid default gen_random_uuid() not null,
  line_id bigint not null,
  order_id uuid not null,
  product_id uuid not null,
  size text not null,
  stars smallint not null,
  words text not null,
  height_cm smallint,
  fit text not null,
  name text not null,
  photographs text[] default '{}'::text[] not null,
  pictures jsonb default '[]'::jsonb not null,
  written_at timestamp with time zone default shop_now() not null,
  consent_text text not null,
  state text default 'waiting'::text not null,
  published_at timestamp with time zone,
  declined_reason text,
  declined_note text,
  answer text,
  answered_at timestamp with time zone,
  version integer default 1 not null,
  constraint reviews_answer_check CHECK (((length(answer) >= 1) AND (length(answer) <= 2000))),
  constraint reviews_answered CHECK ((((answer IS NULL) = (answered_at IS NULL)) AND ((answer IS NULL) OR (state = 'published'::text)))),
  constraint reviews_declined_for_a_reason CHECK ((((state = 'declined'::text) = (declined_reason IS NOT NULL)) AND ((state = 'declined'::text) = (declined_note IS NOT NULL)))),
  constraint reviews_declined_note_check CHECK (((length(declined_note) >= 1) AND (length(declined_note) <= 1000))),
  constraint reviews_declined_reason_check CHECK ((declined_reason = ANY (ARRAY['insult'::text, 'personal_data'::text, 'not_about_the_garment'::text, 'unlawful'::text]))),
  constraint reviews_fit_check CHECK ((fit = ANY (ARRAY['small'::text, 'true'::text, 'large'::text]))),
  constraint reviews_height_cm_check CHECK (((height_cm >= 140) AND (height_cm <= 200))),
  constraint reviews_line_id_fkey FOREIGN KEY (line_id) REFERENCES order_lines(id) ON DELETE CASCADE,
  constraint reviews_line_key UNIQUE (line_id),
  constraint reviews_name_check CHECK (((length(name) >= 1) AND (length(name) <= 40))),
  constraint reviews_order_id_fkey FOREIGN KEY (order_id) REFERENCES pre_orders(id) ON DELETE CASCADE,
  constraint reviews_photographs_check CHECK ((cardinality(photographs) <= 3)),
  constraint reviews_pictures_check CHECK ((jsonb_typeof(pictures) = 'array'::text)),
  constraint reviews_pictures_published CHECK (((state = 'published'::text) OR (pictures = '[]'::jsonb))),
  constraint reviews_pkey PRIMARY KEY (id),
  constraint reviews_published CHECK (((state = 'published'::text) = (published_at IS NOT NULL))),
  constraint reviews_stars_check CHECK (((stars >= 1) AND (stars <= 5))),
  constraint reviews_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'published'::text, 'declined'::text]))),
  constraint reviews_words_check CHECK (((length(words) >= 1) AND (length(words) <= 3000)))
);
alter table reviews enable row level security;
alter table reviews force row level security;
CREATE INDEX reviews_order_idx ON public.reviews USING btree (order_id);
CREATE INDEX reviews_photographs_idx ON public.reviews USING gin (photographs) WHERE (photographs <> '{}'::text[]);
CREATE INDEX reviews_published_idx ON public.reviews USING btree (product_id, published_at DESC, id) WHERE (state = 'published'::text);
CREATE INDEX reviews_state_idx ON public.reviews USING btree (state, written_at, id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE OF state, answer, words, stars, declined_note ON public.reviews FOR EACH ROW EXECUTE FUNCTION private.audit_review();
CREATE TRIGGER before_write BEFORE UPDATE ON public.reviews FOR EACH ROW EXECUTE FUNCTION private.set_review_version();
CREATE TRIGGER notify_change_deleted AFTER DELETE ON public.reviews FOR EACH ROW WHEN ((old.state = 'published'::text)) EXECUTE FUNCTION private.notify_change();
CREATE TRIGGER notify_change_updated AFTER UPDATE ON public.reviews FOR EACH ROW WHEN (((old.state = 'published'::text) OR (new.state = 'published'::text))) EXECUTE FUNCTION private.notify_change();
create policy "everyone sees published reviews" on reviews for select to anon, authenticated using ((state = 'published'::text));
create policy "service_role may do everything" on reviews for all to service_role using (true) with check (true);
grant select (id, product_id, size, stars, words, height_cm, fit, name, pictures, written_at, published_at, answer, answered_at) on reviews to anon;
grant select (id, product_id, size, stars, words, height_cm, fit, name, pictures, written_at, published_at, answer, answered_at) on reviews to authenticated;
grant delete, insert, select, update on reviews to service_role;

create table storage.buckets (
  id text not null,
  name text not null,
  owner uuid,
  public boolean default false not null,
  file_size_limit bigint,
  allowed_mime_types text[],
  quota_bytes bigint,
  used_bytes bigint default 0 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint buckets_file_size_limit_check CHECK ((file_size_limit > 0)),
  constraint buckets_id_check CHECK (((length(id) >= 1) AND (length(id) <= 100))),
  constraint buckets_id_is_no_route CHECK ((id <> ALL (ARRAY['authenticated'::text, 'copy'::text, 'info'::text, 'list'::text, 'move'::text, 'public'::text, 'sign'::text, 'upload'::text]))) NOT VALID,
  constraint buckets_name_key UNIQUE (name),
  constraint buckets_pkey PRIMARY KEY (id),
  constraint buckets_quota_bytes_check CHECK ((quota_bytes > 0))
);
alter table storage.buckets enable row level security;
alter table storage.buckets force row level security;
CREATE TRIGGER notify_change AFTER DELETE OR UPDATE ON storage.buckets FOR EACH STATEMENT EXECUTE FUNCTION private.notify_object_change();
create policy "administrators see buckets" on storage.buckets for select to authenticated using (( SELECT private.is_admin() AS is_admin));
create policy "service_role may do everything" on storage.buckets for all to service_role using (true) with check (true);
create policy "triggers may read" on storage.buckets for select to shop_triggers using (true);
create policy "triggers may update" on storage.buckets for update to shop_triggers using (true);
grant select on storage.buckets to anon;
grant select on storage.buckets to authenticated;
grant delete, insert, select, update on storage.buckets to service_role;

create table storage.objects (
  id uuid default gen_random_uuid() not null,
  bucket_id text not null,
  name text not null,
  owner uuid,
  version uuid default gen_random_uuid() not null,
  metadata jsonb default '{}'::jsonb not null,
  original_bytes bigint default 0 not null,
  user_metadata jsonb,
  picture jsonb,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  last_accessed_at timestamp with time zone default now() not null,
  constraint objects_bucket_id_fkey FOREIGN KEY (bucket_id) REFERENCES storage.buckets(id),
  constraint objects_bucket_id_name_key UNIQUE (bucket_id, name),
  constraint objects_name_check CHECK (((length(name) >= 1) AND (length(name) <= 1024))),
  constraint objects_pkey PRIMARY KEY (id)
);
alter table storage.objects enable row level security;
alter table storage.objects force row level security;
CREATE INDEX objects_created_at_idx ON storage.objects USING btree (created_at);
CREATE INDEX objects_name_prefix_idx ON storage.objects USING btree (bucket_id, name text_pattern_ops);
CREATE TRIGGER count_deleted AFTER DELETE ON storage.objects REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION storage.update_used_bytes();
CREATE TRIGGER count_inserted AFTER INSERT ON storage.objects REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION storage.update_used_bytes();
CREATE TRIGGER count_updated AFTER UPDATE ON storage.objects REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION storage.update_used_bytes();
CREATE TRIGGER notify_change AFTER INSERT OR DELETE OR UPDATE ON storage.objects FOR EACH STATEMENT EXECUTE FUNCTION private.notify_object_change();
create policy "administrators add objects, pages pictures" on storage.objects for insert to authenticated with check ((( SELECT private.is_admin() AS is_admin) OR (bucket_id = ( SELECT
        CASE
            WHEN private.has_role(VARIADIC ARRAY['pages'::text]) THEN 'product-images'::text
            ELSE NULL::text
        END AS "case"))));
create policy "administrators change objects" on storage.objects for update to authenticated using ((bucket_id >= ( SELECT
        CASE
            WHEN private.is_admin() THEN ''::text
            ELSE NULL::text
        END AS "case"))) with check (( SELECT private.is_admin() AS is_admin));
create policy "administrators delete objects" on storage.objects for delete to authenticated using ((bucket_id >= ( SELECT
        CASE
            WHEN private.is_admin() THEN ''::text
            ELSE NULL::text
        END AS "case")));
create policy "administrators read objects, pages pictures" on storage.objects for select to authenticated using (((bucket_id >= ( SELECT
        CASE
            WHEN private.has_role(VARIADIC ARRAY['admin'::text, 'pages'::text]) THEN ''::text
            ELSE NULL::text
        END AS "case")) AND ((bucket_id = 'product-images'::text) OR ( SELECT private.is_admin() AS is_admin))));
create policy "service_role may do everything" on storage.objects for all to service_role using (true) with check (true);
grant select on storage.objects to anon;
grant delete, insert, select, update on storage.objects to authenticated;
grant delete, insert, select, update on storage.objects to service_role;

create table user_roles (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  role text not null,
  created_at timestamp with time zone default now() not null,
  constraint user_roles_pkey PRIMARY KEY (id),
  constraint user_roles_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'workroom'::text, 'pages'::text]))),
  constraint user_roles_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint user_roles_user_id_key UNIQUE (user_id)
);
alter table user_roles enable row level security;
alter table user_roles force row level security;
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.user_roles FOR EACH ROW EXECUTE FUNCTION private.audit('user_id');
create policy "service_role may do everything" on user_roles for all to service_role using (true) with check (true);
create policy "users see their own roles" on user_roles for select to authenticated using ((user_id = ( SELECT auth.uid() AS uid)));
grant select on user_roles to authenticated;
grant delete, insert, select, update on user_roles to service_role;

CREATE OR REPLACE FUNCTION auth.forget_sign_in_log(p_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  deleted integer;
begin
  with old as (
    select entry.id from auth.audit_log_entries as entry where entry.created_at < now() - interval '1 year'
     order by entry.created_at limit p_most)
  delete from auth.audit_log_entries as entry using old where entry.id = old.id;
  get diagnostics deleted = row_count;
  return deleted;
end $function$
;

CREATE OR REPLACE FUNCTION auth.jwt()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$ select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb $function$
;

CREATE OR REPLACE FUNCTION auth.role()
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$ select nullif(auth.jwt() ->> 'role', '') $function$
;

CREATE OR REPLACE FUNCTION auth.uid()
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$ select nullif(auth.jwt() ->> 'sub', '')::uuid $function$
;

CREATE OR REPLACE FUNCTION public.effective_price(price numeric, is_preorder boolean, ends_at timestamp with time zone, reason text, early numeric)
 RETURNS numeric
 LANGUAGE sql
 STABLE
AS $function$ select case when reason = 'price' and early is not null and public.is_preorder_live(is_preorder, ends_at) then early else price end $function$
;

CREATE OR REPLACE FUNCTION public.is_preorder_live(is_preorder boolean, ends_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$ select coalesce(is_preorder and ends_at > public.shop_now(), false) $function$
;

CREATE OR REPLACE FUNCTION private.address_hash(email text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$ select encode(sha256(convert_to(lower(trim(email)), 'UTF8')), 'hex') $function$
;

CREATE OR REPLACE FUNCTION private.archive_deleted_product()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.assign_parcel_emails(p_order_id uuid, p_parcel_id bigint)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update private.outbox as w
    set data = w.data || jsonb_build_object('parcel', p_parcel_id),
      cause = case when w.cause = p_order_id::text then p_order_id || '.parcel-' || p_parcel_id else w.cause end
   where w.order_id = p_order_id and w.kind = 'order_dispatched' and w.state in ('waiting', 'sending', 'sent')
     and not w.data ? 'parcel' and not w.data ? 'taken_back'
$function$
;

CREATE OR REPLACE FUNCTION private.audit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - 'note' end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - 'note' end;
  changed_from jsonb := was;
  changed_to jsonb := is_now;
begin
  if tg_op = 'UPDATE' then
    select coalesce(jsonb_object_agg(key, was -> key), '{}'), coalesce(jsonb_object_agg(key, value), '{}')
      into changed_from, changed_to
      from jsonb_each(is_now)
     where value is distinct from was -> key
       and key not in ('version', 'updated_at', 'payment_read_at', 'read_at', 'order_view', 'payment_state', 'reported_paid');
    if changed_to = '{}'::jsonb then return null; end if;
  end if;
  insert into private.audit_log (actor, actor_role, request_id, ip, table_name, row_id, action, before, after)
  values (auth.uid(), auth.role(), nullif(current_setting('request.id', true), ''),
    nullif(current_setting('request.ip', true), ''), tg_table_name,
    coalesce(is_now, was) ->> tg_argv[0], lower(tg_op), changed_from, changed_to);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.audit_order_line()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.audit_log (actor, actor_role, request_id, ip, table_name, row_id, action, before, after)
  values (auth.uid(), auth.role(), nullif(current_setting('request.id', true), ''),
    nullif(current_setting('request.ip', true), ''), tg_table_name, new.order_id::text, 'update',
    jsonb_build_object('position', old.position, 'size', old.size, 'cancelled_quantity', old.cancelled_quantity),
    jsonb_build_object('position', new.position, 'size', new.size, 'cancelled_quantity', new.cancelled_quantity));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.audit_return()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.audit_log (actor, actor_role, request_id, ip, table_name, row_id, action, before, after)
  values (auth.uid(), auth.role(), nullif(current_setting('request.id', true), ''),
    nullif(current_setting('request.ip', true), ''), tg_table_name, new.order_id::text, lower(tg_op),
    case when tg_op = 'UPDATE' then jsonb_build_object('state', old.state) end,
    jsonb_build_object('id', new.id, 'kind', new.kind, 'state', new.state));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.audit_review()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.available_units(product products)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when not product.active then 0
    when product.preorder_limit is not null and public.is_preorder_live(product.is_preorder, product.preorder_end_date)
      then greatest(product.preorder_limit - private.sold_units(product.id), 0)
  end
$function$
;

CREATE OR REPLACE FUNCTION private.buyer_key(name text, postcode text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((NULLIF(private.search_text(name), ''::text) || ' / '::text) || NULLIF(private.search_text(translate(postcode, '- '::text, ''::text)), ''::text))
;

CREATE OR REPLACE FUNCTION private.can_email(s email_signups)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select s.confirmed_at is not null and s.unsubscribed_at is null
    and not exists (select from private.suppressions n where n.address_hash = private.address_hash(s.email))
$function$
;

CREATE OR REPLACE FUNCTION private.check_parcel_line()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  line public.order_lines;
begin
  -- Two parcels with pieces of one line wait for each other here.
  select * into line from public.order_lines where id = new.line_id for update;
  if line.order_id is distinct from (select order_id from private.parcels where id = new.parcel_id)
    or line.quantity < (select sum(quantity) from private.parcel_lines where line_id = new.line_id) then
    raise exception 'a parcel has pieces that its order does not have' using errcode = 'check_violation';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.count_signups()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.delete_order_events()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.order_events where order_id = old.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.delete_reservation_network()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.reservation_networks where order_id = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.drop_emails_of_removed_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- One that is being sent is for no address at its next look, and fails.
  update private.outbox as w set recipient = '', state = case w.state when 'waiting' then 'dropped' else w.state end
   where w.order_id = new.id and w.state in ('waiting', 'sending') and w.kind like 'order\_%' and w.kind <> 'order_choice_made';
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.drop_parcel_email()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.outbox set state = 'dropped', data = data || jsonb_build_object('taken_back', o.version)
    from public.pre_orders as o
   where o.id = old.order_id and outbox.order_id = old.order_id and kind = 'order_dispatched' and state = 'waiting'
     and data ->> 'parcel' = old.id::text;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.drop_piece_numbers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.piece_numbers := nullif(new.piece_numbers[1:new.quantity - new.cancelled_quantity], '{}');
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.fill_last_public()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update private.product_availability as availability set last_public = private.last_public_in_log(product)
    from public.products as product where product.id = availability.product_id and not product.active;
  update private.deleted_products as archived set availability = archived.availability || jsonb_build_object('last_public',
      private.last_public_in_log(jsonb_populate_record(null::public.products, archived.product)))
    where archived.availability is not null and archived.product @> '{"active": false}';
$function$
;

CREATE OR REPLACE FUNCTION private.first_id_of_administrators()
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  select case when private.is_admin() then '00000000-0000-0000-0000-000000000000'::uuid end
$function$
;

CREATE OR REPLACE FUNCTION private.first_time_of_administrators()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select case when private.is_admin() then '-infinity'::timestamptz end
$function$
;

CREATE OR REPLACE FUNCTION private.follow_exchange()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given record;
  is_settled boolean;
begin
  select return_id, origin_id into given from private.exchanges where order_id = new.id;
  if not found then
    return null;
  end if;
  if not private.is_exchanging(new.provider_state, new.order_status) then
    update private.returns set settled_at = null, state = case when inspected_at is not null then 'inspected'
        when received_at is not null then 'received' else 'requested' end
     where id = given.return_id and state = 'exchanged';
    return null;
  end if;
  perform from public.pre_orders where id = given.origin_id for update;
  update private.returns set state = 'exchanged', settled_at = public.shop_now()
   where id = given.return_id and state in ('requested', 'received', 'inspected');
  is_settled := not found;
  if not is_settled and private.left_of_order(given.origin_id) >= 0 then
    return null;
  end if;
  -- A payment that has arrived cannot be refused.
  if new.paid_at is not null and old.paid_at is null then
    insert into private.order_notes (order_id, kind, facts) values (new.id, 'exchange_settled', '{}') on conflict do nothing;
    return null;
  end if;
  raise exception sqlstate 'PT409' using message = 'Its return was settled in another way meanwhile. Please make a new order.';
end $function$
;

CREATE OR REPLACE FUNCTION private.forget_audit_log(p_before timestamp with time zone, p_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  deleted integer;
begin
  if p_before is null or p_before > public.shop_now() - interval '1 year' then
    raise exception 'The audit log is kept for a year at least' using errcode = '22023';
  end if;
  with old as (
    select log.id from private.audit_log as log
     where not private.is_about_orders(log.table_name) and log.at < p_before
     order by log.at limit p_most for update skip locked)
  delete from private.audit_log as log using old where log.id = old.id;
  get diagnostics deleted = row_count;
  return deleted;
end $function$
;

CREATE OR REPLACE FUNCTION private.forget_audit_networks(p_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  emptied integer;
begin
  with old as (
    select log.id from private.audit_log as log
     where log.ip is not null and log.at < public.shop_now() - interval '90 days'
     order by log.at limit p_most for update skip locked)
  update private.audit_log as log set ip = null from old where log.id = old.id;
  get diagnostics emptied = row_count;
  return emptied;
end $function$
;

CREATE OR REPLACE FUNCTION private.forget_order_audit(p_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  orders uuid[];
  deleted integer;
begin
  with old as (
    select log.id from private.audit_log as log
     where private.is_about_orders(log.table_name) and log.at < private.tax_records_since()
       and not exists (select from public.pre_orders as placed
         where placed.id = case when log.row_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then log.row_id::uuid end
           and coalesce(placed.customer_email, placed.customer_name) is not null)
     order by log.at limit p_most for update skip locked),
  gone as (delete from private.audit_log as log using old where log.id = old.id returning log.row_id)
  select count(*), array_agg(distinct row_id::uuid) filter (where row_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
    into deleted, orders from gone;
  delete from private.order_events where order_id = any (orders) and at < private.tax_records_since();
  return deleted;
end $function$
;

CREATE OR REPLACE FUNCTION private.forget_unpaid_audit(p_orders uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from private.audit_log as log
   where log.table_name in ('pre_orders', 'order_lines')
     and log.row_id in (
       select each::text from unnest(p_orders) as each
        where not exists (select from public.pre_orders as placed where placed.id = each)
          and not exists (select from private.audit_log as paid
            where paid.table_name = 'pre_orders' and paid.row_id = each::text
              and ('paid' in (paid.before ->> 'payment_status', paid.after ->> 'payment_status')
                or coalesce(paid.before ->> 'paid_at', paid.after ->> 'paid_at') is not null)))
$function$
;

CREATE OR REPLACE FUNCTION private.from_to(was jsonb, is_now jsonb, name text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select jsonb_build_object('from', was -> name, 'to', is_now -> name) $function$
;

CREATE OR REPLACE FUNCTION private.has_capacity()
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (select from private.settings where name = 'capacity' and value <> '[]')
$function$
;

CREATE OR REPLACE FUNCTION private.has_role(VARIADIC wanted text[])
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from public.user_roles where user_id = auth.uid() and role = any(wanted))
    and not private.needs_second_factor()
    and (private.has_second_factor() or not (select admin_mfa_required from private.access_rules))
$function$
;

CREATE OR REPLACE FUNCTION private.has_second_factor()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(auth.jwt() ->> 'aal' = 'aal2', false) and (
    auth.jwt() ->> 'session_id' is null
    or exists (select from auth.sessions
      where id = (auth.jwt() ->> 'session_id')::uuid and user_id = auth.uid() and aal = 'aal2'))
$function$
;

CREATE OR REPLACE FUNCTION private.is_about_orders(table_name text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select coalesce(table_name, '') in ('pre_orders', 'order_lines', 'refunds', 'disputes', 'order_delays', 'returns',
    'payment_discrepancies', 'reviews')
$function$
;

CREATE OR REPLACE FUNCTION private.is_admin()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select private.has_role('admin')
$function$
;

CREATE OR REPLACE FUNCTION private.is_costly_to_read(order_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE COST 1000
AS $function$
begin
  return true;
end $function$
;

CREATE OR REPLACE FUNCTION private.is_exchanging(p_provider_state text, p_order_status text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select p_order_status <> 'cancelled' and p_provider_state not in ('expired', 'failed')
$function$
;

CREATE OR REPLACE FUNCTION private.is_packed(p_order_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(bool_and(coalesce(p.state, 'to_cut') = 'packed'), false)
    from public.order_lines as l cross join lateral generate_series(1, l.quantity - l.cancelled_quantity) as piece
    left join private.pieces as p on p.line_id = l.id and p.number = piece
   where l.order_id = p_order_id
$function$
;

CREATE OR REPLACE FUNCTION private.is_plain_address(email text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select length(email) <= 254 and position('@' in email) <= 65
    and email ~ '^[a-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&''*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'
    and email !~ '\.([0-9]+|0x[0-9a-f]*)$'
$function$
;

CREATE OR REPLACE FUNCTION private.is_reserved(payment_state text, payment_status text, order_status text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select order_status <> 'cancelled' and payment_status <> 'paid' and payment_state in ('creating', 'open')
$function$
;

CREATE OR REPLACE FUNCTION private.is_sold(payment_state text, payment_status text, order_status text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select order_status <> 'cancelled' and payment_state <> 'refunded'
    and (payment_status = 'paid' or payment_state in ('paid', 'partly_refunded', 'disputed'))
$function$
;

CREATE OR REPLACE FUNCTION private.keep_additions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  waiting constant text[] := array['to_make', 'in_progress', 'to_dispatch'];
  is_waiting constant boolean := new.order_view = any(waiting);
  was_waiting constant boolean := old.order_view = any(waiting);
begin
  if was_waiting and not is_waiting then
    update private.order_notes set resolved_at = public.shop_now(), resolved_by = auth.uid()
     where order_id = new.id and kind = 'posted_alone' and resolved_at is null;
  end if;
  if not exists (select from private.joined_orders where origin_id = new.id) then return null; end if;

  if new.order_view = 'shipped' then
    if was_waiting then
      update private.joined_orders as joined set sent_from = added.order_status from public.pre_orders as added
       where joined.origin_id = new.id and added.id = joined.order_id and added.order_view = any(waiting);
    end if;
    update public.pre_orders as added set order_status = new.order_status, tracking_number = new.tracking_number,
        shipping_carrier = new.shipping_carrier, shipped_at = new.shipped_at
      from private.joined_orders as joined
     where joined.origin_id = new.id and joined.sent_from is not null and added.id = joined.order_id
       and added.order_status <> 'cancelled'
       and (added.order_status, added.tracking_number, added.shipping_carrier, added.shipped_at)
         is distinct from (new.order_status, new.tracking_number, new.shipping_carrier, new.shipped_at);
  elsif is_waiting and old.order_view = 'shipped' then
    update public.pre_orders as added set order_status = joined.sent_from, tracking_number = null, shipped_at = null
      from private.joined_orders as joined
     where joined.origin_id = new.id and joined.sent_from is not null and added.id = joined.order_id
       and added.order_status in ('shipped', 'delivered');
    update private.joined_orders set sent_from = null where origin_id = new.id and sent_from is not null;
  elsif was_waiting and new.order_view = 'cancelled' then
    insert into private.order_notes (order_id, kind, facts)
      select added.id, 'posted_alone', jsonb_build_object('first', new.order_number)
        from private.joined_orders as joined join public.pre_orders as added on added.id = joined.order_id
       where joined.origin_id = new.id and added.order_view = any(waiting)
      on conflict do nothing;
  elsif is_waiting and old.order_view = 'cancelled' then
    update private.order_notes as note set resolved_at = public.shop_now(), resolved_by = auth.uid()
      from private.joined_orders as joined
     where joined.origin_id = new.id and note.order_id = joined.order_id and note.kind = 'posted_alone'
       and note.facts ->> 'first' = new.order_number and note.resolved_at is null;
  end if;

  if is_waiting then
    update public.pre_orders as added set dispatch_by = new.dispatch_by, arrive_by = new.arrive_by,
        customer_name = new.customer_name, shipping_address = new.shipping_address, shipping_city = new.shipping_city,
        shipping_postcode = new.shipping_postcode, shipping_country = new.shipping_country
      from private.joined_orders as joined
     where joined.origin_id = new.id and added.id = joined.order_id and added.order_view = any(waiting)
       and (added.dispatch_by, added.arrive_by, added.customer_name, added.shipping_address, added.shipping_city,
           added.shipping_postcode, added.shipping_country)
         is distinct from (new.dispatch_by, new.arrive_by, new.customer_name, new.shipping_address, new.shipping_city,
           new.shipping_postcode, new.shipping_country);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.keep_kinds()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  known constant text[] := array['dress', 'skirt', 'coat', 'top', 'accessory'];
begin
  if tg_op = 'INSERT' and new.kinds = '{}' or tg_op = 'UPDATE' and new.kinds = old.kinds then
    if tg_op = 'UPDATE' then
      if new.kind is not distinct from old.kind then return new; end if;
      new.kinds := array_remove(new.kinds, old.kind);
    end if;
    if new.kind is not null and new.kind <> all (new.kinds) then new.kinds := new.kind || new.kinds; end if;
  else
    new.kind := (select one from unnest(new.kinds) with ordinality as each (one, place)
                  where one = any (known) order by place limit 1);
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.keep_last_public()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.product_availability set last_public = case when old.active then private.public_values(old) end
   where product_id = old.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.keep_order_notes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_owed constant boolean :=
    new.order_status = 'cancelled' and new.final_amount > 0 and new.provider_state in ('paid', 'partly_refunded');
  was_owed constant boolean := old.order_status = 'cancelled' and old.provider_state in ('paid', 'partly_refunded');
begin
  update private.order_notes as note set resolved_at = public.shop_now(), resolved_by = auth.uid()
   where note.order_id = new.id and note.resolved_at is null
     and (note.kind = 'refund_owed' and new.order_status <> 'cancelled'
       or note.kind in ('refund_owed', 'refund_owed_after_delay', 'refund_refused') and new.provider_state = 'refunded'
       or note.kind = 'bank_warning' and (new.order_status in ('shipped', 'delivered', 'cancelled') or new.provider_state = 'refunded'));
  if is_owed and not was_owed and not exists (select from private.order_notes as note
    where note.order_id = new.id and note.resolved_at is null and note.kind in ('refund_owed', 'refund_owed_after_delay')) then
    insert into private.order_notes (order_id, kind) values (new.id, 'refund_owed') on conflict do nothing;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.keep_parcels()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was_sent constant boolean := old.order_status in ('shipped', 'delivered');
  last_parcel bigint;
  gone record;
begin
  if old.order_status = 'pending' and new.order_status in ('processing', 'shipped', 'delivered') then
    perform private.restore_work(old, new);
  elsif old.order_status <> 'pending' and new.order_status = 'pending' then
    insert into private.work_before_pending (order_id, version, order_status, tracking_number, parcels, pieces)
      select new.id, new.version, old.order_status, old.tracking_number, found.parcels, found.pieces
        from (select
            coalesce((select jsonb_agg(to_jsonb(p) || jsonb_build_object('lines',
                (select coalesce(jsonb_agg(to_jsonb(l)), '[]') from private.parcel_lines as l where l.parcel_id = p.id)) order by p.id)
              from private.parcels as p where p.order_id = new.id), '[]') as parcels,
            coalesce((select jsonb_agg(to_jsonb(p)) from private.pieces as p
              join public.order_lines as line on line.id = p.line_id where line.order_id = new.id), '[]') as pieces) as found
       where found.parcels <> '[]' or found.pieces <> '[]'
      on conflict (order_id) do update
        set version = excluded.version, order_status = excluded.order_status,
          tracking_number = excluded.tracking_number, parcels = excluded.parcels, pieces = excluded.pieces, at = excluded.at;
  end if;
  select max(id) into last_parcel from private.parcels where order_id = new.id;
  if new.order_status in ('shipped', 'delivered') then
    if was_sent then
      update private.parcels set tracking_number = new.tracking_number, carrier = new.shipping_carrier,
          shipped_at = coalesce(new.shipped_at, shipped_at)
       where id = last_parcel;
    elsif exists (select from private.open_pieces(new.id)) then
      insert into private.parcels (order_id, tracking_number, carrier, shipped_at)
        values (new.id, new.tracking_number, new.shipping_carrier, coalesce(new.shipped_at, public.shop_now()))
        returning id into last_parcel;
      insert into private.parcel_lines (parcel_id, line_id, quantity)
        select last_parcel, line_id, quantity from private.open_pieces(new.id);
    end if;
  elsif new.order_status = 'pending' then
    for gone in delete from private.parcels where order_id = new.id returning id, tracking_number loop
      if not was_sent or gone.id <> last_parcel then
        insert into private.order_events (order_id, kind, facts, actor, party)
          values (new.id, 'parcel_taken_back', jsonb_build_object('number', gone.tracking_number), auth.uid(), 'shop');
      end if;
    end loop;
  elsif new.order_status = 'processing' then
    while last_parcel is not null and not exists (select from private.open_pieces(new.id)) loop
      delete from private.parcels where id = last_parcel;
      select max(id) into last_parcel from private.parcels where order_id = new.id;
    end loop;
  end if;
  if was_sent and new.order_status in ('pending', 'processing')
    and not exists (select from private.parcels where order_id = new.id) then
    update private.outbox set data = data || jsonb_build_object('taken_back', new.version)
     where order_id = new.id and kind = 'order_dispatched' and not data ? 'parcel' and not data ? 'taken_back';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.keep_payment_state()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- A former program writes `payment_state`, and a program of this version never does.
  if new.payment_state is distinct from (case when tg_op = 'UPDATE' then old.payment_state end) then
    new.provider_state := new.payment_state;
  else
    new.payment_state := new.provider_state;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.keep_pieces()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.order_status = 'pending' then
    delete from private.pieces as piece using public.order_lines as line
     where line.order_id = new.id and piece.line_id = line.id;
  else
    update private.pieces as piece set state = 'sewn', changed_at = public.shop_now()
      from (select worked.line_id, worked.number,
          row_number() over (partition by worked.line_id order by worked.changed_at, worked.number) as place
          from private.pieces as worked join public.order_lines as line on line.id = worked.line_id
         where line.order_id = new.id and worked.state = 'packed') as packed
     where piece.line_id = packed.line_id and piece.number = packed.number
       and packed.place > coalesce((select sum(part.quantity) from private.parcel_lines as part
         where part.line_id = packed.line_id), 0);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.keep_pieces_of_line()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  placed public.pre_orders;
  worked private.pieces[];
  is_fewer constant boolean := new.quantity - new.cancelled_quantity < old.quantity - old.cancelled_quantity;
begin
  select o.* into placed from public.pre_orders as o where o.id = new.order_id
     and exists (select from private.pieces as p join public.order_lines as l on l.id = p.line_id where l.order_id = o.id);
  if not found then return null; end if;
  if is_fewer then
    -- Only where one with work would be hidden: a press that is on its way names its piece by number.
    if exists (select from private.pieces where line_id = new.id and number > new.quantity - new.cancelled_quantity) then
      worked := array(select p from private.pieces as p where p.line_id = new.id
        order by array_position(array['packed', 'sewn', 'cut'], p.state), p.number);
      delete from private.pieces where line_id = new.id;
      insert into private.pieces (line_id, number, state, began, cut_at, cloth, cloth_cm, changed_at, parcel_id, state_before)
        select p.line_id, p.place, p.state, p.began, p.cut_at, p.cloth, p.cloth_cm, p.changed_at, p.parcel_id, p.state_before
          from unnest(worked) with ordinality as p (line_id, number, state, began, cut_at, cloth, cloth_cm, changed_at, parcel_id, state_before, place);
    end if;
    update public.pre_orders set ready_at = public.shop_now()
     where id = placed.id and order_status = 'processing' and ready_at is null and private.is_packed(id);
  elsif placed.ready_at is not null and placed.order_status = 'processing' then
    update public.pre_orders set ready_at = null where id = placed.id;
    insert into private.pieces (line_id, number, state)
      select l.id, piece, 'packed' from public.order_lines as l,
          generate_series(1, case when l.id = new.id then old.quantity - old.cancelled_quantity
            else l.quantity - l.cancelled_quantity end) as piece
       where l.order_id = placed.id
      on conflict (line_id, number) do update set state = 'packed';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.last_public_in_log(product products)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.public_values(jsonb_populate_record(product, 
      coalesce(jsonb_object_agg(field.key, field.value order by log.id desc), '{}')))
    from private.audit_log as log cross join jsonb_each(log.before) as field
   where log.table_name = 'products' and log.row_id = product.id::text and log.action = 'update' and log.id >= (
     select max(since.id) from private.audit_log as since
      where since.table_name = 'products' and since.row_id = product.id::text and since.before @> '{"active": true}')
$function$
;

CREATE OR REPLACE FUNCTION private.left_of_order(p_order_id uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select o.final_amount + coalesce((select credit from private.exchanges where order_id = o.id), 0)
      - private.taken_by_refunds(o.id, o.payment_session_id, o.refunded_amount)
    from public.pre_orders o where o.id = p_order_id
$function$
;

CREATE OR REPLACE FUNCTION private.link_order_to_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- The program writes customers' addresses; an administrator who does may not read accounts. Only the first address
  -- links, that of the payment.
  if auth.role() = 'service_role' and (tg_op = 'INSERT' or old.customer_email is null) then
    new.user_id := (select id from auth.users
      where lower(email) = lower(new.customer_email) and email_confirmed_at is not null and not is_sso_user limit 1
      -- Locked until this order is written, so that an account is not erased meanwhile.
      for key share);
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.link_orders_of_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.email_confirmed_at is not null and new.email is not null
    and (tg_op = 'INSERT' or old.email_confirmed_at is null) then
    update public.pre_orders set user_id = new.id where lower(customer_email) = lower(new.email) and user_id is null;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.needs_second_factor()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select not private.has_second_factor()
    and exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified')
$function$
;

CREATE OR REPLACE FUNCTION private.normalize_order()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  derived constant text[] := array['payment_read_at', 'order_view', 'reported_paid'];
begin
  if new.payment_read_at is distinct from old.payment_read_at
    and to_jsonb(new) - derived = to_jsonb(old) - derived then
    return new;
  end if;
  new.version := old.version + 1;
  new.updated_at := public.shop_now();
  new.tracking_number := nullif(btrim(new.tracking_number), '');
  new.ready_at := case when new.order_status <> 'pending' then new.ready_at end;
  -- The first promise is kept.
  new.promised_dispatch_by := coalesce(old.promised_dispatch_by,
    case when new.dispatch_by <> old.dispatch_by and old.reported_paid
      then old.dispatch_by end);
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.normalize_product()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.normalize_signup()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.notify_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('shop_changed', tg_table_name);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.notify_object_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('shop_changed', 'objects');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.notify_promised_work()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.has_capacity() then
    perform pg_notify('shop_changed', 'promised_work');
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.number_pieces()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  numbered_order constant uuid := case tg_table_name when 'order_lines' then to_jsonb(new) ->> 'order_id' else to_jsonb(new) ->> 'id' end;
  line record;
begin
  perform pg_advisory_xact_lock(hashtextextended('numbered pieces', 0));
  if not exists (select from public.pre_orders o
      where o.id = numbered_order and private.is_sold(o.provider_state, o.payment_status, o.order_status)) then
    update public.order_lines set piece_numbers = null where order_id = numbered_order and piece_numbers is not null;
    return null;
  end if;
  for line in
    select l.id, l.product_id, l.numbered_of, coalesce(l.piece_numbers, '{}') as numbers,
      l.quantity - l.cancelled_quantity - coalesce(cardinality(l.piece_numbers), 0) as missing
      from public.order_lines l where l.order_id = numbered_order and l.numbered_of is not null order by l.position
  loop
    continue when line.missing <= 0;
    update public.order_lines set piece_numbers = (
      select array_agg(number order by number) from (
        select unnest(line.numbers) as number
        union all (select free from generate_series(1, line.numbered_of) as free
          where not exists (select from public.order_lines taken
            where taken.product_id = line.product_id and taken.piece_numbers @> array[free])
          order by free limit line.missing)) as numbers)
     where id = line.id;
  end loop;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.object_name_from_url(url text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case
    when strpos(path, '%') = 0 then path
    else (
      select string_agg(case when length(piece[1]) = 3 then chr(('x' || substr(piece[1], 2))::bit(8)::int) else piece[1] end,
        '' order by place)
      from regexp_matches(path, '%[2-7][0-9A-Fa-f]|.', 'g') with ordinality as pieces (piece, place)
    )
  end
  from (select substring(url from '^(?:https?://[^/?#]+)?/storage/v1/object/public/product-images/([^?#]+)$') as path) as parsed
$function$
;

CREATE OR REPLACE FUNCTION private.open_pieces(p_order_id uuid)
 RETURNS TABLE(line_id bigint, quantity integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select line.id, (line.quantity - line.cancelled_quantity - coalesce(sent.quantity, 0))::integer
    from public.order_lines as line
    left join lateral (select sum(part.quantity) as quantity from private.parcel_lines as part
      where part.line_id = line.id) as sent on true
   where line.order_id = p_order_id and line.quantity - line.cancelled_quantity > coalesce(sent.quantity, 0)
$function$
;

CREATE OR REPLACE FUNCTION private.order_events_of(table_name text, action text, was jsonb, is_now jsonb)
 RETURNS TABLE(kind text, facts jsonb, party text)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  case table_name || ' ' || action
    when 'pre_orders insert' then
      -- A status without a payment is one that a person gave.
      return query select 'placed', case when is_now ->> 'payment_status' = 'paid' and is_now ->> 'paid_at' is null
        then '{"isMarkedPaid": true}'::jsonb else '{}' end, 'customer';
    when 'pre_orders update' then
      return query select event.kind, event.facts, case when is_now ? 'provider_state' then 'provider' else 'shop' end
        from (
          values
            ('payment', case when is_now ?| array['provider_state', 'refunded_amount'] then jsonb_strip_nulls(
              private.from_to(was, is_now, 'provider_state') || jsonb_build_object(
                'totalPence', private.pence(is_now -> 'final_amount'),
                'refundedPence', private.pence(is_now -> 'refunded_amount'))) end),
            ('payment_marked', case when is_now ? 'payment_status' and not is_now ? 'provider_state'
              then private.from_to(was, is_now, 'payment_status') end),
            ('status_changed', case when is_now ? 'order_status' then private.from_to(was, is_now, 'order_status') end),
            ('tracking_changed', case when is_now ? 'tracking_number' then private.from_to(was, is_now, 'tracking_number') end),
            ('ready_changed', case when is_now ? 'ready_at' and not is_now ? 'order_status'
              then jsonb_build_object('isReady', is_now ->> 'ready_at' is not null) end),
            ('carrier_changed', case when is_now ? 'shipping_carrier' then private.from_to(was, is_now, 'shipping_carrier') end),
            ('dispatch_day_changed', case when is_now ? 'dispatch_by' then private.from_to(was, is_now, 'dispatch_by') end)
          union all
          -- The payment itself sets name and address: only later changes are events.
          select 'detail_changed', jsonb_build_object('field', field) || private.from_to(was, is_now, field)
            from unnest(array['customer_name', 'customer_email', 'customer_phone', 'shipping_address', 'shipping_city',
              'shipping_postcode', 'shipping_country', 'notes']) as field
           where is_now ? field and not is_now ? 'provider_state'
          union all
          -- A change of the address ends the links too, and is an event itself.
          select 'links_ended', '{}' where is_now ? 'link_version' and not is_now ? 'customer_email'
        ) as event (kind, facts) where event.facts is not null;
    when 'refunds insert' then
      return query select 'refund_requested',
        jsonb_build_object('amountPence', private.pence(is_now -> 'amount'), 'source', is_now -> 'source'),
        case when is_now ->> 'source' = 'provider' then 'provider' else 'shop' end;
    when 'refunds update' then
      if is_now ? 'amount' or is_now ->> 'state' in ('pending', 'succeeded', 'failed') then
        return query select 'refund_changed', jsonb_strip_nulls(jsonb_build_object('state', is_now -> 'state',
          'failure', is_now -> 'failure', 'amountPence', private.pence(is_now -> 'amount'),
          'fromPence', case when is_now ? 'amount' then private.pence(was -> 'amount') end)), 'provider';
      end if;
    when 'disputes insert' then
      return query select 'dispute_opened', jsonb_build_object('amountPence', private.pence(is_now -> 'amount')), 'provider';
    when 'disputes update' then
      if is_now ? 'status' then
        return query select 'dispute_changed', jsonb_build_object('status', is_now -> 'status'), 'provider';
      end if;
    when 'order_delays insert' then
      return query select 'delay_announced', jsonb_build_object('from', is_now -> 'previous_dispatch_by',
        'to', is_now -> 'dispatch_by', 'reason', is_now -> 'reason'), 'shop';
    when 'order_delays update' then
      if is_now ->> 'answer' is not null then
        return query select 'delay_answered', jsonb_build_object('answer', is_now -> 'answer'), 'customer';
      end if;
    when 'returns insert' then
      return query select 'return_declared', jsonb_build_object('return', is_now -> 'kind'),
        case when is_now ->> 'declared_on' = 'owner' then 'shop' else 'customer' end;
    when 'returns update' then
      if is_now ? 'state' then
        return query select 'return_changed', jsonb_build_object('return', is_now -> 'kind', 'state', is_now -> 'state'), 'shop';
      end if;
    else
      null;
  end case;
end $function$
;

CREATE OR REPLACE FUNCTION private.order_search_text(order_number text, customer_name text, customer_email text, shipping_postcode text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select lower(' ' || replace(replace(order_number, '-', ''), ' ', '') || ' ' || coalesce(customer_name, '') || ' '
     || coalesce(customer_email, '') || ' ' || replace(coalesce(shipping_postcode, ''), ' ', '')) $function$
;

CREATE OR REPLACE FUNCTION private.order_search_text(order_number text, customer_name text, customer_email text, customer_phone text, product_name text, shipping_address text, shipping_city text, shipping_postcode text, tracking_number text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (' '::text || private.search_text((((((((((translate(order_number, '- '::text, ''::text) || COALESCE((' '::text || customer_name), ''::text)) || COALESCE((' '::text || customer_email), ''::text)) || COALESCE((' '::text || translate(replace(customer_phone, '(0)'::text, ''::text), '+-()./ '::text, ''::text)), ''::text)) || ' '::text) || replace(product_name, ' ×'::text, ''::text)) || COALESCE((' '::text || shipping_address), ''::text)) || COALESCE((' '::text || shipping_city), ''::text)) || COALESCE((' '::text || translate(shipping_postcode, '- '::text, ''::text)), ''::text)) || COALESCE((' '::text || translate(tracking_number, '- '::text, ''::text)), ''::text))))
;

CREATE OR REPLACE FUNCTION private.order_status_emails(o pre_orders)
 RETURNS TABLE(kind text, cause text, data jsonb, grace interval)
 LANGUAGE sql
 IMMUTABLE
AS $function$
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
  where e.applies and o.customer_email is not null and o.reported_paid
$function$
;

CREATE OR REPLACE FUNCTION private.owner_email()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select nullif(coalesce((select value #>> '{}' from private.settings where name = 'owner_emails'),
    (select shop_email from private.email_settings)), 'off')
$function$
;

CREATE OR REPLACE FUNCTION private.pence(pounds jsonb)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select round((pounds #>> '{}')::numeric * 100)::bigint $function$
;

CREATE OR REPLACE FUNCTION private.promised_work(p_without uuid)
 RETURNS TABLE(order_id uuid, day date, work integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select o.id, o.dispatch_by, sum(l.work_hundredths * left_to_make.pieces)::integer
    from (
      select id, dispatch_by from public.pre_orders where order_view in ('to_make', 'in_progress')
      union all
      select id, dispatch_by from public.pre_orders
       where order_view = 'unpaid' and private.is_reserved(provider_state, payment_status, order_status)
    ) as o join public.order_lines l on l.order_id = o.id
    cross join lateral (select l.quantity - l.cancelled_quantity - count(*) as pieces from private.pieces p
      where p.line_id = l.id and p.state = 'packed' and p.number <= l.quantity - l.cancelled_quantity) as left_to_make
   where o.id is distinct from p_without and l.product_id <> '00000000-0000-4000-8000-0000000fab1c'
   group by o.id, o.dispatch_by
  having sum(l.work_hundredths * left_to_make.pieces) > 0
$function$
;

CREATE OR REPLACE FUNCTION private.protect(target regclass)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('grant select, insert, update, delete on %s to service_role', target);
  execute format('create policy "service_role may do everything" on %s for all to service_role using (true) with check (true)', target);
end $function$
;

CREATE OR REPLACE FUNCTION private.public_values(product products)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('name', product.name, 'slug', product.slug, 'sizes', product.sizes, 'colour', product.colour,
    'pictures', product.pictures)
$function$
;

CREATE OR REPLACE FUNCTION private.queue_email(kind text, cause text, recipient text, data jsonb, order_id uuid DEFAULT NULL::uuid, not_before timestamp with time zone DEFAULT now(), failure text DEFAULT NULL::text)
 RETURNS private.outbox
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  written private.outbox;
begin
  insert into private.outbox (kind, cause, recipient, data, order_id, next_attempt_at, message_id, state, last_error)
  values (kind, cause, recipient, data, order_id, not_before,
    '<' || kind || '.' || cause || '@' || (select mail_domain from private.email_settings) || '>',
    case when failure is null then 'waiting' else 'failed' end, failure)
  on conflict on constraint outbox_kind_cause_key do update
    set next_attempt_at = excluded.next_attempt_at,
        state = case when outbox.state = 'dropped' then excluded.state else outbox.state end,
        recipient = case when outbox.state = 'dropped' then excluded.recipient else outbox.recipient end,
        data = case when outbox.state = 'dropped' then excluded.data else outbox.data end,
        created_at = case when outbox.state = 'dropped' then excluded.created_at else outbox.created_at end,
        last_error = excluded.last_error
    where outbox.state in ('dropped', 'sending')
  returning outbox.* into written;
  return written;
end $function$
;

CREATE OR REPLACE FUNCTION private.queue_order_emails()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  email record;
  failures text;
begin
  if new.order_status is distinct from old.order_status or new.tracking_number is distinct from old.tracking_number then
    update private.outbox as w set state = 'dropped'
     where w.order_id = new.id and w.state = 'waiting' and not w.data ? 'parcel'
       and (w.kind, regexp_replace(w.cause, '(\.[0-9a-f]{16})\.[0-9]+$', '\1')) in (
         select was.kind, was.cause from private.order_status_emails(old) as was)
       and (w.kind, regexp_replace(w.cause, '(\.[0-9a-f]{16})\.[0-9]+$', '\1')) not in (
         select e.kind, e.cause from private.order_status_emails(new) as e);
    -- The same parcel, with its number in another form.
    update private.outbox as w set data = e.data from private.order_status_emails(new) as e
     where w.order_id = new.id and w.state = 'waiting' and w.kind = e.kind and w.cause = e.cause and w.data <> e.data
       and not w.data ? 'parcel';
    for email in
      select e.kind, e.data, e.grace, e.cause || coalesce((
          select '.' || count(*) from private.outbox as w
           where e.data ->> 'tracking' is not null and w.order_id = new.id and w.kind = e.kind and w.state in ('sending', 'sent')
            and not w.data ? 'parcel'
          having bool_or(w.cause = e.cause)
            and (array_agg(private.tracking_number_hash(w.data ->> 'tracking') order by w.sent_at desc nulls first))[1]
              is distinct from private.tracking_number_hash(new.tracking_number)), '') as cause
        from private.order_status_emails(new) as e
       where (e.kind, e.cause) not in (select was.kind, was.cause from private.order_status_emails(old) as was)
         -- The e-mail of the order in whose parcel it is has what is in it.
         and not (e.kind in ('order_dispatched', 'order_delivered') and exists (
           select from private.joined_orders as joined where joined.order_id = new.id and joined.sent_from is not null))
         -- A customer who has a tracking number knows that the parcel was sent.
         and not (e.kind = 'order_dispatched' and e.data ->> 'tracking' is null and exists (
           select from private.outbox as w
            where w.order_id = new.id and w.kind = 'order_dispatched' and w.state in ('sending', 'sent')
              and not w.data ? 'parcel'))
    loop
      perform private.queue_email(email.kind, email.cause, new.customer_email, email.data, new.id, now() + email.grace);
    end loop;
  end if;
  if new.refunded_amount > old.refunded_amount and new.customer_email is not null
    and new.reported_paid then
    select coalesce('.' || nullif(count(*), 0), '') into failures
      from private.refunds as r where r.order_id = new.id and r.state = 'failed';
    -- After the e-mail about the cancellation.
    perform private.queue_email('order_refunded',
      new.id::text || '.' || (new.refunded_amount * 100)::bigint || failures, new.customer_email, jsonb_build_object('refunded', new.refunded_amount, 'total', new.final_amount), new.id,
      greatest(now(), (select max(w.next_attempt_at) + interval '2 seconds' from private.outbox as w
        where w.order_id = new.id and w.kind = 'order_cancelled' and w.state in ('waiting', 'sending'))));
  end if;
  -- Unsent e-mails go to a corrected address; one that is being sent, at its next attempt.
  if new.customer_email is distinct from old.customer_email and new.customer_email is not null then
    update private.outbox as w set recipient = new.customer_email
     where w.order_id = new.id and w.state in ('waiting', 'sending') and w.kind like 'order\_%' and w.kind <> 'order_choice_made';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.queue_owner_discrepancy_email()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' and old.resolved_at is null then return null; end if;
  perform private.queue_owner_email('owner_payment_discrepancy', new.id::text, new.order_id,
    case when new.kind in ('open_dispute', 'fraud_warning') then interval '0' else interval '10 minutes' end,
    jsonb_build_object('discrepancy', new.id));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.queue_owner_email(p_kind text, p_cause text, p_order_id uuid, wait interval, facts jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.queue_owner_order_email()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.queue_owner_email('owner_order_paid', new.id::text, new.id, interval '0', '{}'::jsonb);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.record_order_events()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was constant jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) end;
  is_now constant jsonb := to_jsonb(new);
  changed jsonb := is_now;
  change constant text := gen_random_uuid();
begin
  if tg_op = 'UPDATE' then
    select coalesce(jsonb_object_agg(key, value), '{}') into changed from jsonb_each(is_now)
     where value is distinct from was -> key or (tg_table_name = 'returns' and key = 'kind');
  end if;
  if is_now ->> tg_argv[0] is not null then
    insert into private.order_events (order_id, change, kind, facts, actor, party)
      select (is_now ->> tg_argv[0])::uuid, change, event.kind, event.facts, auth.uid(), event.party
        from private.order_events_of(tg_table_name, lower(tg_op), was, changed) as event;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.record_preorder_end()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  shown constant timestamptz := private.shown_preorder_end(new);
  last constant timestamptz := (select ends_at from private.preorder_ends where product_id = new.id order by id desc limit 1);
begin
  if shown is not null and shown is distinct from last then
    insert into private.preorder_ends (product_id, was, ends_at, ordered, changed_by)
      values (new.id, last, shown, private.sold_units(new.id), auth.uid());
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.record_signup_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.record_slug_redirect()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.redact_audit_networks(p_user uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.audit_log as log set ip = null where log.actor = p_user and log.ip is not null
$function$
;

CREATE OR REPLACE FUNCTION private.redact_order_audit(p_rows uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  personal constant text[] := array['customer_name', 'customer_email', 'customer_phone', 'shipping_address', 'shipping_city',
    'shipping_postcode', 'notes', 'gift_note', 'user_id', 'cart_id', 'cart_fingerprint', 'payment_session_url'];
  -- What of an edit is about the garments and their delivery, and so about the sale.
  of_sale constant text[] := array['size', 'cancelled', 'service', 'dispatch_by'];
begin
  update private.audit_log as log set ip = null, before = log.before - personal,
      after = log.after - personal - case when log.action = 'cancel' then 'reason' else '' end
   where log.table_name in ('pre_orders', 'order_lines', 'refunds', 'disputes', 'order_delays', 'returns',
       'reviews')
     and log.row_id = any (select each::text from unnest(p_rows) as each);
  update private.order_events set facts = facts - 'reason' where order_id = any (p_rows) and kind = 'cancelled';
  update private.order_events set facts = jsonb_set(facts, '{changes}', (
      select coalesce(jsonb_agg(each), '[]') from jsonb_array_elements(facts -> 'changes') as each
       where each ->> 'field' = any (of_sale)))
   where order_id = any (p_rows) and kind = 'edited';
  -- An edit that changed nothing else is deleted: an undo could restore nothing.
  delete from private.order_events
   where order_id = any (p_rows) and (kind = 'detail_changed' or (kind = 'edited' and facts -> 'changes' = '[]'));
end $function$
;

CREATE OR REPLACE FUNCTION private.refresh_availability()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
      where o.id = new.order_id and private.is_sold(o.provider_state, o.payment_status, o.order_status)) then
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
end $function$
;

CREATE OR REPLACE FUNCTION private.refunded_pieces(p_order_id uuid)
 RETURNS TABLE(at smallint, pieces integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select refunded.at, sum(refunded.quantity)::integer from (
    select l.position as at, l.quantity from private.refund_lines l join private.refunds r on r.id = l.refund_id
     where r.order_id = p_order_id and r.state <> 'failed'
    union all
    select l.position, p.quantity from private.returns b
      join private.return_lines p on p.return_id = b.id
      join public.order_lines l on l.id = p.line_id
      left join private.refunds r on r.id = b.refund_id
     where b.order_id = p_order_id and (b.state = 'exchanged' or b.state = 'refunded' and r.state <> 'failed')
  ) as refunded group by refunded.at
$function$
;

CREATE OR REPLACE FUNCTION private.refuse_bulk_signup()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if coalesce(auth.role(), 'service_role') <> 'service_role' and (select count(*) from added) > 1 then
    raise exception using errcode = 'PT400', message = 'One address at a time.';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.replace_by_edit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.order_events
   where order_id = new.order_id and at = new.at and kind in ('detail_changed', 'dispatch_day_changed', 'links_ended');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.reserved_units(p_product_id uuid)
 RETURNS TABLE(order_id uuid, units bigint, until timestamp with time zone, network text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select o.id, sum(l.quantity)::bigint, o.payment_session_expires_at, n.network
    from public.order_lines l join public.pre_orders o on o.id = l.order_id
    left join private.reservation_networks n on n.order_id = o.id
   where l.product_id = p_product_id and l.is_preorder
     and private.is_reserved(o.provider_state, o.payment_status, o.order_status)
   group by o.id, n.network
$function$
;

CREATE OR REPLACE FUNCTION private.restore_availability(p_product_id uuid, redirects jsonb, availability jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.slug_redirects (slug, product_id, created_at)
  select r.slug, p_product_id, r.created_at from jsonb_to_recordset(redirects) as r (slug text, created_at timestamptz)
   where not exists (select from public.products p where p.slug = r.slug and p.active)
  on conflict (slug) do nothing;
  if availability is not null then
    insert into private.product_availability (product_id, published_at, last_public)
      select p.id, (availability ->> 'published_at')::timestamptz,
        private.public_values(p) || (coalesce(nullif(availability -> 'last_public', 'null'), '{}') - 'slug')
        from public.products p where p.id = p_product_id
      on conflict (product_id) do nothing;
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.restore_product(p_product_id uuid, new_slug text)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.restore_work(was pre_orders, is_now pre_orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kept private.work_before_pending;
begin
  delete from private.work_before_pending where order_id = was.id returning * into kept;
  if kept.version is distinct from was.version or kept.at < now() - interval '2 minutes'
    or (kept.order_status, kept.tracking_number) is distinct from (is_now.order_status, is_now.tracking_number)
    or exists (select from private.parcels where order_id = was.id)
    or exists (select from private.pieces as p join public.order_lines as l on l.id = p.line_id where l.order_id = was.id) then
    return;
  end if;
  insert into private.parcels (id, order_id, tracking_number, carrier, shipped_at) overriding system value
    select p.id, p.order_id, p.tracking_number, p.carrier, p.shipped_at
      from jsonb_populate_recordset(null::private.parcels, kept.parcels) as p;
  insert into private.parcel_lines (parcel_id, line_id, quantity)
    select l.parcel_id, l.line_id, l.quantity from jsonb_array_elements(kept.parcels) as p,
      jsonb_populate_recordset(null::private.parcel_lines, p -> 'lines') as l;
  insert into private.pieces (line_id, number, state, began, cut_at, cloth, cloth_cm, changed_at, parcel_id, state_before)
    select p.line_id, p.number, p.state, p.began, p.cut_at, p.cloth, p.cloth_cm, p.changed_at, p.parcel_id, p.state_before
      from jsonb_populate_recordset(null::private.pieces, kept.pieces) as p;
  insert into private.order_events (order_id, kind, facts, actor, party)
    select was.id, 'parcel_restored', jsonb_build_object('number', p ->> 'tracking_number'), auth.uid(), 'shop'
      from jsonb_array_elements(kept.parcels) as p;
  -- E-mails about the parcels wait again, and those that were sent are about them again.
  update private.outbox set data = data - 'taken_back',
      state = case when state = 'dropped' then 'waiting' else state end,
      next_attempt_at = case when state = 'dropped' then now() + interval '1 minute' else next_attempt_at end
   where order_id = was.id and kind = 'order_dispatched' and data ->> 'taken_back' = was.version::text
     and (state <> 'dropped' or data ? 'parcel');
end $function$
;

CREATE OR REPLACE FUNCTION private.search_text(given text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
begin
  -- Only ASCII, as most orders are: a tenth of the time. `translate` would take four times as long.
  if octet_length(given) = length(given) then
    given := replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(given collate "C"),
      '''', ''), '"', ''), '`', ''), '-', ' '), E'\n', ' '), E'\r', ' '), E'\t', ' '), E'\x0b', ' '), E'\f', ' ');
  else
    given := regexp_replace(normalize(replace(given, '´', ''''), NFKD),
      '["''`\u00ab\u00ad\u00bb\u02b9-\u02bf\u02ca\u02cb\u0300-\u036f\u0483-\u0489\u055a\u0591-\u05bd\u05bf-\u05c7\u05f3\u05f4'
      '\u0610-\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u180b-\u180e\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u2018-\u201f'
      '\u202a-\u202e\u2032-\u2037\u2039\u203a\u2060-\u206f\u20d0-\u20ff\ua78c\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]+', '', 'g');
    given := lower(given collate "C");
    if given ~ '[\u00c0-\u058f\u1e9e]' then
      given := translate(replace(replace(replace(replace(replace(replace(replace(replace(given,
        'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th'),
        'ÐØðøĐđĦħıŁłŊŋŦŧƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤ'
        'ΥΦΧΨΩςϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠ'
        'ҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ',
        'dododdhhillnnttɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳαβγδεζηθικλμνξοπρστ'
        'υφχψωσϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡ'
        'ңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ');
    end if;
    given := regexp_replace(given, '[-\t\n\v\f\r \u0085\u00a0\u058a\u05be\u1680\u1806\u2000-\u200a\u2010-\u2015\u2028\u2029\u202f\u2043'
      '\u205f\u2212\u2e3a\u2e3b\u3000\u301c\u3030]', ' ', 'g');
  end if;
  if strpos(given, '  ') > 0 then
    given := regexp_replace(given, ' {2,}', ' ', 'g');
  end if;
  return btrim(given, ' ');
end $function$
;

CREATE OR REPLACE FUNCTION private.set_delivered_at()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.delivered_at := case when new.order_status = 'delivered' then coalesce(new.delivered_at, public.shop_now()) end;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.set_discount_code_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.version := old.version + 1;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.set_preorder_end_held()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  shown constant timestamptz := private.shown_preorder_end(new);
begin
  new.preorder_end_held := shown is not null and not exists (select from private.preorder_ends as known
    where known.product_id = new.id and (known.ends_at <> shown or known.ordered is null));
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.set_return_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.version := old.version + 1;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.set_review_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.version := old.version + 1;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.set_shipped_at()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.shipped_at is distinct from old.shipped_at then return new; end if;
  if new.order_status = 'shipped' then
    new.shipped_at := coalesce(new.shipped_at, public.shop_now());
  elsif new.order_status in ('pending', 'processing') and new.tracking_number is null then
    new.shipped_at := null;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.settle_parcels()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  parcel private.parcels;
begin
  select * into parcel from private.parcels where order_id = new.order_id order by id desc limit 1;
  if parcel.id is null then return null; end if;
  if exists (select from private.open_pieces(new.order_id)) then
    if exists (select from public.pre_orders where id = new.order_id and order_status in ('shipped', 'delivered')) then
      perform private.assign_parcel_emails(new.order_id, parcel.id);
    end if;
    update public.pre_orders set order_status = 'processing', tracking_number = null, shipped_at = null
     where id = new.order_id and order_status in ('shipped', 'delivered');
  else
    update public.pre_orders set order_status = 'shipped', tracking_number = parcel.tracking_number,
        shipping_carrier = coalesce(parcel.carrier, shipping_carrier), shipped_at = parcel.shipped_at
     where id = new.order_id and order_status in ('pending', 'processing');
    update private.outbox set state = 'dropped'
     where order_id = new.order_id and kind = 'order_dispatched' and state = 'waiting' and not data ? 'parcel';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.shown_preorder_end(product products)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select product.preorder_end_date
   where product.active and public.is_preorder_live(product.is_preorder, product.preorder_end_date)
$function$
;

CREATE OR REPLACE FUNCTION private.sold_units(p_product_id uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(sum(l.quantity - l.cancelled_quantity), 0)::bigint
    from public.order_lines l join public.pre_orders o on o.id = l.order_id
   where l.product_id = p_product_id and l.is_preorder
     and private.is_sold(o.provider_state, o.payment_status, o.order_status)
$function$
;

CREATE OR REPLACE FUNCTION private.taken_by_refunds(p_order_id uuid, p_session_id text, p_refunded numeric)
 RETURNS numeric
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select greatest(coalesce(sum(r.amount) filter (where r.state <> 'failed'), 0),
      p_refunded + coalesce(sum(r.amount) filter (where r.state = 'requested'), 0))
    + (select coalesce(sum(exchange.credit), 0) from private.exchanges as exchange
         join public.pre_orders as placed on placed.id = exchange.order_id
         join public.pre_orders as origin on origin.id = exchange.origin_id
        where exchange.origin_id = p_order_id and origin.payment_session_id = p_session_id
          and private.is_exchanging(placed.provider_state, placed.order_status))
    from private.refunds r
   where r.order_id = p_order_id and r.session_id = p_session_id
     and not (r.scope = 'cancellation' and r.state = 'requested' and exists (
       select from public.pre_orders o where o.id = p_order_id and o.order_status <> 'cancelled'))
$function$
;

CREATE OR REPLACE FUNCTION private.tax_records_since()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select (make_date(date_part('year', day)::integer
      - case when (date_part('month', day), date_part('day', day)) < (4, 6) then 1 else 0 end, 4, 6))::timestamp
    at time zone 'Europe/London'
    from (select (public.shop_now() at time zone 'Europe/London') - interval '6 years' as day) as six_years_ago
$function$
;

CREATE OR REPLACE FUNCTION private.tracking_number_hash(tracking_number text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$ select left(encode(sha256(convert_to(upper(regexp_replace(tracking_number, '\s', '', 'g')), 'UTF8')), 'hex'), 16) $function$
;

CREATE OR REPLACE FUNCTION private.unlink_order_of_changed_email()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.user_id := null;
  new.link_version := greatest(new.link_version, old.link_version + 1);
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.unpack_parcel()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from private.parcel_lines as part join private.pieces as piece using (line_id)
    where part.parcel_id = old.id and piece.parcel_id = old.id and piece.state = 'packed') then
    update public.pre_orders set ready_at = null where id = old.order_id and ready_at is not null;
    if found then
      insert into private.pieces (line_id, number, state)
        select line.id, piece, 'packed' from public.order_lines as line,
            generate_series(1, line.quantity - line.cancelled_quantity) as piece
         where line.order_id = old.order_id
        on conflict (line_id, number) do update set state = 'packed';
    end if;
  end if;
  delete from private.pieces as piece using private.parcel_lines as part
   where part.parcel_id = old.id and piece.line_id = part.line_id and piece.parcel_id = old.id and piece.state = 'packed'
     and piece.state_before = 'to_cut';
  update private.pieces as piece
    set state = piece.state_before, parcel_id = null, state_before = null, changed_at = public.shop_now()
    from private.parcel_lines as part
   where part.parcel_id = old.id and piece.line_id = part.line_id and piece.parcel_id = old.id and piece.state = 'packed';
  return old;
end $function$
;

CREATE OR REPLACE FUNCTION private.unsubscribe_suppressed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  with suppressed as (select s.id, n.at, n.reason from added as n
    join public.email_signups as s on private.address_hash(s.email) = n.address_hash
    where s.confirmed_at is not null and s.unsubscribed_at is null for update of s skip locked)
  -- The reason `unsubscribed` is left out: the objection came for another row, so it cannot be undone from this one.
  update public.email_signups as s
     set unsubscribed_at = suppressed.at, unsubscribe_reason = nullif(suppressed.reason, 'unsubscribed')
    from suppressed where s.id = suppressed.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.update_availability(p_product_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.with_image_metadata(pictures jsonb, known jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  image jsonb;
  wearer jsonb;
  metadata jsonb;
  result jsonb := '[]';
begin
  for image in select value from jsonb_array_elements(pictures) loop
    if coalesce(image ->> 'url', '') !~ '^(https?://[^/?#]+)?/storage/v1/object/public/product-images/[^?#]+$' then
      raise exception 'Please add each picture by uploading it to the shop' using errcode = '23514';
    end if;
    -- Every page reads these as text: another type would break all pages.
    if jsonb_typeof(image -> 'url') <> 'string' or jsonb_typeof(image -> 'alt') not in ('string', 'null')
        or length(image ->> 'alt') > 1000 then
      raise exception 'A picture''s description must be a text of at most 1,000 characters' using errcode = '23514';
    end if;
    if coalesce(image -> 'view', 'null') not in ('null', '"front"', '"turned"', '"moving"', '"close"', '"back"') then
      raise exception 'A picture''s view is front, turned, moving, close or back' using errcode = '23514';
    end if;
    wearer := nullif(image -> 'wearer', 'null');
    if wearer is not null and (jsonb_typeof(wearer -> 'name') = 'string' and length(wearer ->> 'name') between 1 and 60
        and jsonb_typeof(wearer -> 'heightCm') = 'number' and wearer ->> 'heightCm' ~ '^(1[4-9][0-9]|200)$'
        and jsonb_typeof(wearer -> 'size') = 'string' and length(wearer ->> 'size') between 1 and 40) is not true then
      raise exception 'The woman in a picture has a name, a height from 140 to 200 cm and a size' using errcode = '23514';
    end if;
    select objects.picture into metadata from storage.objects
     where objects.bucket_id = 'product-images' and objects.name = private.object_name_from_url(image ->> 'url') for key share;
    if not found and not known @> jsonb_build_array(jsonb_build_object('url', image -> 'url')) then
      raise exception 'A picture is no longer stored: please remove it and add it again' using errcode = '23514';
    end if;
    result := result || jsonb_build_array(jsonb_strip_nulls(jsonb_build_object('url', image -> 'url', 'alt', image -> 'alt',
      'view', image -> 'view', 'wearer', wearer,
      'width', metadata -> 'width', 'height', metadata -> 'height', 'blur', metadata -> 'blur')));
  end loop;
  return result;
end $function$
;

CREATE OR REPLACE FUNCTION public.shop_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$ select now() + coalesce((select ahead from private.clock), interval '0') $function$
;

CREATE OR REPLACE FUNCTION storage.update_used_bytes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  change record;
  bucket storage.buckets;
begin
  for change in execute format('select bucket_id, sum(bytes) as bytes from (%s) as changes
      group by bucket_id having sum(bytes) <> 0 order by bucket_id', case tg_op
    when 'INSERT' then 'select bucket_id, original_bytes as bytes from new_rows'
    when 'DELETE' then 'select bucket_id, -original_bytes as bytes from old_rows'
    else 'select bucket_id, original_bytes as bytes from new_rows union all select bucket_id, -original_bytes from old_rows'
    end)
  loop
    update storage.buckets set used_bytes = used_bytes + change.bytes where id = change.bucket_id returning * into bucket;
    if change.bytes > 0 and bucket.used_bytes > bucket.quota_bytes then
      raise exception 'The bucket is full' using errcode = 'PT413';
    end if;
  end loop;
  return null;
end $function$
;
