CREATE TABLE `media` (
	`id` text PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`content_type` text,
	`width` integer,
	`height` integer,
	`product_id` text,
	`owner_uid` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`owner_uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `media_key_unique` ON `media` (`key`);--> statement-breakpoint
CREATE INDEX `media_by_owner` ON `media` (`owner_uid`);--> statement-breakpoint
ALTER TABLE `products` ADD `cover_media_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `products` ADD `cover_small_media_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `products` ADD `image_media_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `products` ADD `image_small_media_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
-- Stored images get a public id each. Their types and sizes are in R2 only.
INSERT OR IGNORE INTO `media` (id, key, product_id, owner_uid, created_at)
  SELECT lower(hex(randomblob(16))), cover_key, id, owner_uid, created_at
  FROM `products` WHERE cover_key <> '';
--> statement-breakpoint
INSERT OR IGNORE INTO `media` (id, key, product_id, owner_uid, created_at)
  SELECT lower(hex(randomblob(16))), image_key, id, owner_uid, created_at
  FROM `products` WHERE image_key <> '';
--> statement-breakpoint
INSERT OR IGNORE INTO `media` (id, key, owner_uid, created_at)
  SELECT lower(hex(randomblob(16))), banner_key, uid, updated_at
  FROM `sell_pages` WHERE banner_key <> '';
--> statement-breakpoint
INSERT OR IGNORE INTO `media` (id, key, owner_uid, created_at)
  SELECT lower(hex(randomblob(16))), logo_key, uid, updated_at
  FROM `sell_pages` WHERE logo_key <> '';
--> statement-breakpoint
UPDATE `products` SET
  cover_media_id = coalesce((SELECT id FROM `media` WHERE key = cover_key), ''),
  image_media_id = coalesce((SELECT id FROM `media` WHERE key = image_key), '')
  WHERE cover_key <> '' OR image_key <> '';
