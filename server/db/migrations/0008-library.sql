-- What all servers of one database have in common: a name for it, and fingerprints of the keys they sign with.

create table library (name text primary key, value text not null);
