CREATE TABLE `bundle_items` (
	`bundle_id` text NOT NULL,
	`product_id` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`bundle_id`, `product_id`)
);
--> statement-breakpoint
CREATE INDEX `bundle_items_by_product` ON `bundle_items` (`product_id`);--> statement-breakpoint
CREATE TABLE `item_holds` (
	`order_id` text NOT NULL,
	`product_id` text NOT NULL,
	`state` text NOT NULL,
	PRIMARY KEY(`order_id`, `product_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `item_holds_by_product` ON `item_holds` (`product_id`,`state`);--> statement-breakpoint
ALTER TABLE `products` ADD `bundle_size` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- As before, without the units of items, which are counted in `products` of the items.
DROP TRIGGER `order_things_taken`;
--> statement-breakpoint
CREATE TRIGGER `order_things_taken`
AFTER UPDATE OF `hold` ON `orders`
WHEN new.hold <> old.hold AND new.terms IS NOT NULL
BEGIN
	UPDATE things SET
		held = held + (new.hold = 'held') - (old.hold = 'held'),
		sold = sold + (new.hold = 'sold') - (old.hold = 'sold')
	WHERE id IN (SELECT value FROM json_each(new.terms, '$.takes'));
	UPDATE holds SET state = new.hold
	WHERE old.hold IN ('held', 'sold') AND new.hold IN ('held', 'sold')
		AND thing IN (SELECT value FROM json_each(new.terms, '$.takes'))
		AND state = old.hold AND order_id = new.id;
	INSERT INTO holds (thing, state, order_id)
	SELECT DISTINCT value, new.hold, new.id FROM json_each(new.terms, '$.takes')
	WHERE old.hold NOT IN ('held', 'sold') AND new.hold IN ('held', 'sold')
		AND value NOT LIKE 'unit:%';
	DELETE FROM holds
	WHERE old.hold IN ('held', 'sold') AND new.hold NOT IN ('held', 'sold')
		AND thing IN (SELECT value FROM json_each(new.terms, '$.takes'))
		AND state = old.hold AND order_id = new.id;
END;
--> statement-breakpoint
-- A unit of each item that has a limit now. What was taken is given back, whatever became of the limit since.
CREATE TRIGGER `order_items_taken`
AFTER UPDATE OF `hold` ON `orders`
WHEN new.hold <> old.hold AND json_array_length(new.terms, '$.items') > 1
BEGIN
	INSERT INTO item_holds (order_id, product_id, state)
	SELECT new.id, q.id, new.hold FROM json_each(new.terms, '$.items') i
		CROSS JOIN products q ON q.id = i.value ->> 'product'
	WHERE old.hold NOT IN ('held', 'sold') AND new.hold IN ('held', 'sold') AND q.sale_limit IS NOT NULL;
	UPDATE products SET
		held = held + (new.hold = 'held') - (old.hold = 'held'),
		sold = sold + (new.hold = 'sold') - (old.hold = 'sold')
	WHERE id IN (SELECT product_id FROM item_holds WHERE order_id = new.id);
	INSERT INTO events (owner_uid, kind, order_id, product_id, body, at)
	SELECT q.owner_uid, 'product.sold_out', NULL, q.id, '{}', new.updated_at
	FROM item_holds h JOIN products q ON q.id = h.product_id
	WHERE h.order_id = new.id AND new.hold = 'sold' AND q.sold >= q.sale_limit;
	UPDATE item_holds SET state = new.hold
	WHERE order_id = new.id AND new.hold IN ('held', 'sold');
	DELETE FROM item_holds WHERE order_id = new.id AND new.hold NOT IN ('held', 'sold');
END;
--> statement-breakpoint
-- A purchase without a file is one of a bundle: its order gives a right to each item, to the release on sale then.
CREATE TRIGGER `bundle_bought`
AFTER INSERT ON `purchases`
WHEN new.file_key IS NULL
BEGIN
	INSERT INTO rights (order_id, product_id, uid, release_id, created_at, revoked_at)
	SELECT o.id, q.id, new.uid, coalesce(q.release_id, q.file_key), new.created_at, new.revoked_at
	FROM orders o, json_each(o.terms, '$.items') i JOIN products q ON q.id = i.value ->> 'product'
	WHERE o.id = new.order_id AND q.id <> new.product_id
	ON CONFLICT (order_id, product_id) DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `bundle_bought_again`
AFTER UPDATE OF `order_id` ON `purchases`
WHEN new.file_key IS NULL AND new.order_id <> old.order_id
BEGIN
	INSERT INTO rights (order_id, product_id, uid, release_id, created_at, revoked_at)
	SELECT o.id, q.id, new.uid, coalesce(q.release_id, q.file_key), new.created_at, new.revoked_at
	FROM orders o, json_each(o.terms, '$.items') i JOIN products q ON q.id = i.value ->> 'product'
	WHERE o.id = new.order_id AND q.id <> new.product_id
	ON CONFLICT (order_id, product_id) DO NOTHING;
END;
--> statement-breakpoint
-- As before: the rights to the items of a bundle are to releases of the items.
DROP TRIGGER `purchase_changed`;
--> statement-breakpoint
CREATE TRIGGER `purchase_changed`
AFTER UPDATE OF `uid`, `order_id`, `revoked_at` ON `purchases`
BEGIN
	INSERT INTO rights (order_id, product_id, uid, release_id, created_at, revoked_at)
	VALUES (new.order_id, new.product_id, new.uid, (SELECT p.release_id FROM products p
		WHERE p.id = new.product_id AND p.file_key = new.file_key), new.created_at, new.revoked_at)
	ON CONFLICT (order_id, product_id) DO NOTHING;
	UPDATE rights SET uid = new.uid, created_at = new.created_at, revoked_at = new.revoked_at,
		release_id = CASE WHEN revoked_at IS NOT NULL AND new.revoked_at IS NULL
			THEN (SELECT p.release_id FROM products p WHERE p.id = rights.product_id
				AND (p.file_key = new.file_key OR p.id <> new.product_id))
			ELSE release_id END
	WHERE order_id = new.order_id AND (uid <> new.uid OR created_at <> new.created_at
		OR revoked_at IS NOT new.revoked_at);
END;
--> statement-breakpoint
-- What stops the sale of an item, or changes what it takes, changes the terms of the bundles with it.
CREATE TRIGGER `bundle_item_changed`
AFTER UPDATE OF `status`, `owner_uid`, `recipient`, `sale_type`, `author_count`, `price_lamports`, `licence_kind` ON `products`
WHEN new.status <> old.status OR new.owner_uid <> old.owner_uid OR new.recipient <> old.recipient
	OR new.sale_type <> old.sale_type OR new.author_count <> old.author_count
	OR (new.price_lamports = 0) <> (old.price_lamports = 0)
	OR (new.licence_kind IS 'pool') <> (old.licence_kind IS 'pool')
BEGIN
	UPDATE products SET version = version + 1
	WHERE id IN (SELECT bundle_id FROM bundle_items WHERE product_id = new.id);
END;
