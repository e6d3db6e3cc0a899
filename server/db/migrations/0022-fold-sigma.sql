-- Folded texts have one small sigma, and letters in one piece where there is one (specification 3.8.1): rows whose folded
-- text may differ are folded again at the start (server/search/fold-old-rows.ts).

update users set folded_name = '' where folded_name ~ (E'[\u03C2\u0300-\u036F]' collate "C");

update songs set folded_title = '' where folded_title ~ (E'[\u03C2\u0300-\u036F]' collate "C");

update playlists set folded_title = '' where folded_title ~ (E'[\u03C2\u0300-\u036F]' collate "C");
