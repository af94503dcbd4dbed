-- Official files that the shop shows unchanged, such as the notice on the legal guarantee: served byte for byte, sandboxed.
-- Administrators write them, by the policy for objects of every bucket.
set local role service_role;
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  values ('legal-notices', 'legal-notices', true, 2000000, array['image/svg+xml', 'image/png', 'image/jpeg'])
  on conflict (id) do nothing;
reset role;
