-- Refresh tokens of deleted accounts, without the account, for a year: a device that comes back with one hears that its
-- account is gone, and removes what it has of it (specification 2.37).

create table deleted_sign_ins (
  -- SHA-256 of the token.
  hash text primary key,
  deleted_at bigint not null
);

create index deleted_sign_ins_by_time on deleted_sign_ins (deleted_at);
