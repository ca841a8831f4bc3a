CREATE TABLE `reports` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`product_id` text NOT NULL,
	`title` text NOT NULL,
	`reason` text NOT NULL,
	`text` text NOT NULL,
	`email` text NOT NULL,
	`locale` text NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`answered_at` integer,
	`decision` text,
	`decision_reason` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reports_id_unique` ON `reports` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `reports_token_hash_unique` ON `reports` (`token_hash`);--> statement-breakpoint
CREATE INDEX `reports_by_time` ON `reports` (`created_at`);--> statement-breakpoint
CREATE INDEX `reports_by_product` ON `reports` (`product_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `users` ADD `seller_kind` text;--> statement-breakpoint
ALTER TABLE `users` ADD `business_name` text;--> statement-breakpoint
ALTER TABLE `users` ADD `business_address` text;--> statement-breakpoint
ALTER TABLE `users` ADD `business_registration` text;--> statement-breakpoint
ALTER TABLE `users` ADD `business_email` text;