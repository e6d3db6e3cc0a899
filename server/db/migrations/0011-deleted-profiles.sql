-- Who deleted their profile while the account at the identity provider may still be there: only the uid, for a year, so
-- that the next sign-in can offer to finish (specification 2.34).

create table deleted_profiles (
  uid text primary key,
  deleted_at bigint not null
);
