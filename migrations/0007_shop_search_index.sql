-- The search index holds active products only. `tags` has one trigram each for category (c),
-- subcategory (s), price band (b) and ten bands (g), so that a search with filters stays inside the
-- index; db/shop/search-index.ts has the same codes.
CREATE VIRTUAL TABLE `product_search` USING fts5(
  tags, text, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
);
--> statement-breakpoint
CREATE TRIGGER `product_listed` AFTER INSERT ON `products` WHEN new.status = 'active'
BEGIN
  INSERT INTO `product_search` (rowid, tags, text) VALUES (
    new.seq,
    'c' || char(57344 + new.category_id) || ';s' || char(57344 + coalesce(new.subcategory_id, 0))
      || ';b' || char(57344 + new.price_band) || ';g' || char(57344 + new.price_band / 10) || ';',
    new.search_text
  );
  INSERT INTO `product_counts` (scope, products)
    SELECT value, 1 FROM json_each(json_array(0, new.category_id, new.subcategory_id))
    WHERE value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET products = products + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `product_removed` AFTER DELETE ON `products` WHEN old.status = 'active'
BEGIN
  DELETE FROM `product_search` WHERE rowid = old.seq;
  UPDATE `product_counts` SET products = products - 1
    WHERE scope IN (0, old.category_id, old.subcategory_id);
END;
--> statement-breakpoint
CREATE TRIGGER `product_listing_changed`
AFTER UPDATE OF status, category_id, subcategory_id ON `products`
WHEN (old.status = 'active' OR new.status = 'active') AND (
  old.status <> new.status OR old.category_id <> new.category_id
  OR old.subcategory_id IS NOT new.subcategory_id
)
BEGIN
  UPDATE `product_counts` SET products = products - 1
    WHERE old.status = 'active' AND scope IN (0, old.category_id, old.subcategory_id);
  INSERT INTO `product_counts` (scope, products)
    SELECT value, 1 FROM json_each(json_array(0, new.category_id, new.subcategory_id))
    WHERE new.status = 'active' AND value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET products = products + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `product_search_changed`
AFTER UPDATE OF status, category_id, subcategory_id, price_lamports, search_text ON `products`
WHEN (old.status = 'active' OR new.status = 'active') AND (
  old.status <> new.status OR old.category_id <> new.category_id
  OR old.subcategory_id IS NOT new.subcategory_id OR old.price_band <> new.price_band
  OR old.search_text <> new.search_text
)
BEGIN
  DELETE FROM `product_search` WHERE rowid = old.seq;
  INSERT INTO `product_search` (rowid, tags, text)
    SELECT new.seq,
      'c' || char(57344 + new.category_id) || ';s' || char(57344 + coalesce(new.subcategory_id, 0))
        || ';b' || char(57344 + new.price_band) || ';g' || char(57344 + new.price_band / 10) || ';',
      new.search_text
    WHERE new.status = 'active';
END;
--> statement-breakpoint
INSERT INTO `product_counts` (scope, products) SELECT 0, count(*) FROM `products` WHERE status = 'active';
--> statement-breakpoint
INSERT INTO `product_counts` (scope, products)
  SELECT category_id, count(*) FROM `products` WHERE status = 'active' GROUP BY 1;
--> statement-breakpoint
INSERT INTO `product_counts` (scope, products)
  SELECT subcategory_id, count(*) FROM `products`
  WHERE status = 'active' AND subcategory_id IS NOT NULL GROUP BY 1;
--> statement-breakpoint
-- An approximation of `searchTextOf` without accents folded, which also fills the search index;
-- `npm run reindex` writes the exact text.
UPDATE `products` SET search_text = lower(title) || char(10) || lower(description);
