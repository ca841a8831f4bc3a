DROP INDEX `active_by_price`;--> statement-breakpoint
DROP INDEX `active_by_sold`;--> statement-breakpoint
DROP INDEX `active_in_category_by_seq`;--> statement-breakpoint
DROP INDEX `active_in_category_by_price`;--> statement-breakpoint
DROP INDEX `active_in_category_by_sold`;--> statement-breakpoint
CREATE TABLE `product_counts` (
	`scope` integer PRIMARY KEY NOT NULL,
	`products` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `products` ADD `search_text` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `products` ADD `price_band` integer GENERATED ALWAYS AS (CASE WHEN price_lamports < 100000000 THEN price_lamports / 1000000 WHEN price_lamports < 1000000000 THEN price_lamports / 10000000 + 90 WHEN price_lamports < 10000000000 THEN price_lamports / 100000000 + 180 WHEN price_lamports < 100000000000 THEN price_lamports / 10000000000 + 279 ELSE 289 END) VIRTUAL;--> statement-breakpoint
CREATE INDEX `active_by_band` ON `products` (`price_band`) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX `active_by_band_sold` ON `products` (`price_band`,`sold`) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX `active_by_price_sold` ON `products` (`price_lamports`,`sold`) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX `active_in_category_by_band` ON `products` (`category_id`,`price_band`) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX `active_in_category_by_band_sold` ON `products` (`category_id`,`price_band`,`sold`) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX `active_in_category_by_price_sold` ON `products` (`category_id`,`price_lamports`,`sold`) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX `active_in_subcategory_by_seq` ON `products` (`subcategory_id`) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX `active_in_subcategory_by_price` ON `products` (`subcategory_id`,`price_lamports`) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX `active_in_subcategory_by_sold` ON `products` (`subcategory_id`,`sold`) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX `active_in_subcategory_by_band` ON `products` (`subcategory_id`,`price_band`) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX `active_in_subcategory_by_band_sold` ON `products` (`subcategory_id`,`price_band`,`sold`) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX `active_in_subcategory_by_price_sold` ON `products` (`subcategory_id`,`price_lamports`,`sold`) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX `active_of_type_by_band` ON `products` (`type`,`price_band`) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX `active_of_type_by_band_sold` ON `products` (`type`,`price_band`,`sold`) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX `active_by_price` ON `products` (`price_lamports`) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX `active_by_sold` ON `products` (`sold`) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX `active_in_category_by_seq` ON `products` (`category_id`) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX `active_in_category_by_price` ON `products` (`category_id`,`price_lamports`) WHERE status = 'active';--> statement-breakpoint
CREATE INDEX `active_in_category_by_sold` ON `products` (`category_id`,`sold`) WHERE status = 'active';
