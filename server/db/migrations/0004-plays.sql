-- One row per play that counts: the one source of play counts.

create table plays (
  uid text not null references users (uid),
  song_id text not null references songs (id),
  played_at bigint not null,
  -- Day of arrival, counted from the epoch in UTC.
  arrived_day integer not null,
  primary key (uid, song_id, played_at)
);

create index plays_of_day on plays (uid, song_id, arrived_day);

create index plays_by_song on plays (song_id);
