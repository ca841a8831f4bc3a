CREATE TABLE `code_products` (
	`code_id` text NOT NULL,
	`product_id` text NOT NULL,
	PRIMARY KEY(`code_id`, `product_id`)
);
--> statement-breakpoint
CREATE INDEX `code_products_by_product` ON `code_products` (`product_id`);--> statement-breakpoint
CREATE TABLE `codes` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_uid` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`kind` text NOT NULL,
	`value` integer NOT NULL,
	`is_for_all` integer DEFAULT false NOT NULL,
	`capacity` integer,
	`per_person` integer,
	`starts_at` integer,
	`ends_at` integer,
	`min_lamports` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`disabled_at` integer,
	FOREIGN KEY (`owner_uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "code_takes_something_off" CHECK(value > 0 AND (kind <> 'percent' OR value <= 100))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `codes_by_name` ON `codes` (`owner_uid`,`name_key`) WHERE disabled_at IS NULL;--> statement-breakpoint
CREATE INDEX `codes_by_owner` ON `codes` (`owner_uid`,`name_key`,`created_at`);--> statement-breakpoint
ALTER TABLE `grants` ADD `code_id` text;--> statement-breakpoint
ALTER TABLE `grants` ADD `takes` text;--> statement-breakpoint
CREATE INDEX `grants_by_code` ON `grants` (`code_id`,`uid`) WHERE code_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `code_id` text;--> statement-breakpoint
CREATE INDEX `orders_by_code` ON `orders` (`code_id`,`buyer_uid`) WHERE code_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `products` ADD `is_price_chosen` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `products` ADD `suggested_lamports` integer;--> statement-breakpoint
ALTER TABLE `products` ADD `default_code_id` text;