-- When a password that the shop made for an administrator ends; null for one that a person chose.
alter table auth.users add column password_expires_at timestamptz;
