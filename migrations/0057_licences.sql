CREATE TABLE `licence_instances` (
	`product_id` text NOT NULL,
	`number` integer NOT NULL,
	`instance` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`product_id`, `number`, `instance`)
);
--> statement-breakpoint
CREATE TABLE `licence_keys` (
	`product_id` text NOT NULL,
	`number` integer NOT NULL,
	`hash` text NOT NULL,
	`sealed` text NOT NULL,
	`is_generated` integer DEFAULT false NOT NULL,
	`order_id` text,
	`given_at` integer,
	`revoked_at` integer,
	`disabled_at` integer,
	`uses` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`product_id`, `number`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `licence_keys_by_hash` ON `licence_keys` (`product_id`,`hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `licence_keys_by_order` ON `licence_keys` (`order_id`,`product_id`) WHERE order_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `licence_keys_free` ON `licence_keys` (`product_id`,`number`) WHERE order_id IS NULL;--> statement-breakpoint
CREATE INDEX `licence_keys_given` ON `licence_keys` (`product_id`,`given_at`) WHERE given_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `licence_keys_revoked` ON `licence_keys` (`product_id`) WHERE revoked_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `licence_settings` (
	`product_id` text PRIMARY KEY NOT NULL,
	`sealed_key` text NOT NULL,
	`statement_days` integer,
	`max_instances` integer,
	`generated_until` integer,
	`updated_at` integer NOT NULL,
	CONSTRAINT "statement_days_above_0" CHECK(statement_days > 0),
	CONSTRAINT "max_instances_above_0" CHECK(max_instances > 0)
);
--> statement-breakpoint
ALTER TABLE `products` ADD `licence_kind` text;--> statement-breakpoint
CREATE TRIGGER `product_licence_changed` AFTER UPDATE OF `licence_kind` ON `products`
WHEN (new.licence_kind IS 'pool') <> (old.licence_kind IS 'pool')
BEGIN
	UPDATE products SET version = old.version + 1 WHERE seq = new.seq;
END;--> statement-breakpoint
-- Whatever ends a right, or gives it again, does so to its key: a refund, a rollback, a person who removes what was free.
CREATE TRIGGER `licence_right_changed` AFTER UPDATE OF `revoked_at` ON `rights`
WHEN new.revoked_at IS NOT old.revoked_at
BEGIN
	UPDATE licence_keys SET order_id = NULL
		WHERE order_id = new.order_id AND product_id = new.product_id
			AND given_at IS NULL AND new.revoked_at IS NOT NULL;
	UPDATE licence_keys SET revoked_at = new.revoked_at
		WHERE order_id = new.order_id AND product_id = new.product_id AND given_at IS NOT NULL;
END;--> statement-breakpoint
CREATE TRIGGER `licence_right_deleted` AFTER DELETE ON `rights`
BEGIN
	UPDATE licence_keys SET order_id = NULL
		WHERE order_id = old.order_id AND product_id = old.product_id AND given_at IS NULL;
	UPDATE licence_keys SET revoked_at = coalesce(old.revoked_at, old.created_at)
		WHERE order_id = old.order_id AND product_id = old.product_id;
END;--> statement-breakpoint
-- What an order gives back is not free where its key was given: the number of keys that can be sold is counted again.
-- `countKeys` of db/licences/pools.ts is the same.
CREATE TRIGGER `licence_keys_freed` AFTER UPDATE OF `held`, `sold` ON `things`
WHEN new.id LIKE 'key:%' AND new.held + new.sold < old.held + old.sold
BEGIN
	UPDATE things SET capacity = max(held + sold,
		(SELECT count(*) FROM licence_keys k WHERE k.product_id = substr(new.id, 5) AND k.is_generated = 0)
		- (SELECT count(*) FROM licence_keys k LEFT JOIN orders o ON o.id = k.order_id
			WHERE k.product_id = substr(new.id, 5) AND k.is_generated = 0 AND k.order_id IS NOT NULL
				AND CASE WHEN o.id IS NULL THEN NOT EXISTS (SELECT 1 FROM grants g WHERE g.id = k.order_id)
					ELSE k.given_at IS NOT NULL AND o.hold NOT IN ('held', 'sold') END))
	WHERE id = new.id;
END;--> statement-breakpoint
-- An order that has a key and had lost its hold, by a restore: the key is there for it again.
CREATE TRIGGER `licence_order_taken` AFTER UPDATE OF `hold` ON `orders`
WHEN old.hold NOT IN ('held', 'sold') AND new.hold IN ('held', 'sold')
BEGIN
	UPDATE things SET capacity = capacity + 1 WHERE id IN (SELECT 'key:' || k.product_id
		FROM licence_keys k WHERE k.order_id = new.id AND k.is_generated = 0);
END;
