-- Folded texts have "ss" for "ß", and no dot behind an "i" (specification 3.8.1): rows whose folded text may differ are
-- folded again at the start (server/search/fold-old-rows.ts). They hold a letter that has other small ones by way of its
-- capitals: one of those below, or a mark that stands alone.

update users set folded_name = '' where folded_name ~ (E'[\u00DF\u0131\u0300-\u036F\u1C80-\u1C8A\u1E9E\u1F80-\u1FAF\u1FB2-\u1FB4\u1FB7\u1FC2-\u1FC4\u1FC7\u1FF2-\u1FF4\u1FF7]' collate "C");

update songs set folded_title = '' where folded_title ~ (E'[\u00DF\u0131\u0300-\u036F\u1C80-\u1C8A\u1E9E\u1F80-\u1FAF\u1FB2-\u1FB4\u1FB7\u1FC2-\u1FC4\u1FC7\u1FF2-\u1FF4\u1FF7]' collate "C");

update playlists set folded_title = '' where folded_title ~ (E'[\u00DF\u0131\u0300-\u036F\u1C80-\u1C8A\u1E9E\u1F80-\u1FAF\u1FB2-\u1FB4\u1FB7\u1FC2-\u1FC4\u1FC7\u1FF2-\u1FF4\u1FF7]' collate "C");
