-- Ids of deleted playlists: devices make the ids, and one that was used cannot come back, neither by a late request nor
-- under another owner, whose playlist old links would show (specification 5.15). Only the id: it says nothing of anybody.

create table deleted_playlists (
  id text primary key
);
