-- `SEARCH_TEXT_VERSION` of a database without products; `npm run reindex` records it in others, where
-- texts can be those of an older version.
INSERT INTO `sweep_progress` (name, cursor, updated_at)
  SELECT 'search-index', '1', 0 WHERE NOT EXISTS (SELECT 1 FROM `products`);
