CREATE TABLE `release_files` (
	`release_id` text NOT NULL,
	`position` integer NOT NULL,
	`file_key` text NOT NULL,
	`name` text NOT NULL,
	PRIMARY KEY(`release_id`, `position`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `release_files_by_file` ON `release_files` (`file_key`,`release_id`);--> statement-breakpoint
CREATE TABLE `releases` (
	`id` text PRIMARY KEY NOT NULL,
	`product_id` text NOT NULL,
	`number` integer NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`published_at` integer,
	`replaced_at` integer,
	`purge_check_at` integer
);
--> statement-breakpoint
CREATE INDEX `releases_by_product` ON `releases` (`product_id`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `release_in_preparation` ON `releases` (`product_id`) WHERE published_at IS NULL;--> statement-breakpoint
CREATE INDEX `releases_to_check` ON `releases` (`purge_check_at`) WHERE purge_check_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE `download_tokens` ADD `release_id` text;--> statement-breakpoint
ALTER TABLE `files` ADD `in_release` integer;--> statement-breakpoint
CREATE INDEX `files_without_release` ON `files` (`created_at`) WHERE in_release IS NULL AND status <> 'uploading';--> statement-breakpoint
ALTER TABLE `products` ADD `release_id` text;--> statement-breakpoint
CREATE INDEX `rights_by_release` ON `rights` (`release_id`) WHERE revoked_at IS NULL;--> statement-breakpoint
-- An older Worker replaces the file alone: its file is the release on sale from then on.
CREATE TRIGGER `product_file_replaced`
AFTER UPDATE OF `file_key` ON `products`
WHEN new.file_key IS NOT old.file_key AND new.release_id IS NOT NULL AND new.release_id IS old.release_id
BEGIN
	UPDATE files SET status = 'replaced', replaced_at = new.file_updated_at
	WHERE status = 'complete' AND key IS NOT new.file_key
		AND key IN (SELECT file_key FROM release_files WHERE release_id = old.release_id);
	UPDATE releases SET replaced_at = new.file_updated_at, purge_check_at = new.file_updated_at + 172800000
	WHERE id = old.release_id AND replaced_at IS NULL;
	UPDATE products SET release_id = NULL WHERE seq = new.seq;
END;
--> statement-breakpoint
-- As before, with the release on sale, which is the one that is sold where its first file is that of the purchase.
DROP TRIGGER `purchase_added`;
--> statement-breakpoint
CREATE TRIGGER `purchase_added`
AFTER INSERT ON `purchases`
BEGIN
	INSERT INTO rights (order_id, product_id, uid, release_id, created_at, revoked_at)
	VALUES (new.order_id, new.product_id, new.uid, (SELECT p.release_id FROM products p
		WHERE p.id = new.product_id AND p.file_key = new.file_key), new.created_at, new.revoked_at)
	ON CONFLICT (order_id, product_id) DO NOTHING;
	UPDATE rights SET uid = new.uid, created_at = new.created_at, revoked_at = new.revoked_at
	WHERE order_id = new.order_id AND (uid <> new.uid OR created_at <> new.created_at
		OR revoked_at IS NOT new.revoked_at);
END;
--> statement-breakpoint
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
			THEN (SELECT p.release_id FROM products p
				WHERE p.id = new.product_id AND p.file_key = new.file_key)
			ELSE release_id END
	WHERE order_id = new.order_id AND (uid <> new.uid OR created_at <> new.created_at
		OR revoked_at IS NOT new.revoked_at);
END;
