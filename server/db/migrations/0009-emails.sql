-- When the identity provider said that this is the user's email; an older token does not change it (specification 2.31).
alter table users add column email_at bigint not null default 0;

-- Where nobody has an address a code is written all the same, for no account (specification 16.30).
alter table codes drop constraint codes_uid_fkey;
