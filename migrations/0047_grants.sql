CREATE TABLE `grants` (
	`id` text PRIMARY KEY NOT NULL,
	`product_id` text NOT NULL,
	`uid` text NOT NULL,
	`reason` text NOT NULL,
	`address` text,
	`created_at` integer NOT NULL,
	`removed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `grants_by_person_and_product` ON `grants` (`uid`,`product_id`);--> statement-breakpoint
CREATE INDEX `grants_by_person` ON `grants` (`uid`,`created_at`);--> statement-breakpoint
CREATE INDEX `grants_by_product` ON `grants` (`product_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `grants_by_address` ON `grants` (`address`,`created_at`) WHERE address IS NOT NULL;--> statement-breakpoint
CREATE INDEX `grants_with_address` ON `grants` (`created_at`) WHERE address IS NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `may_give_free` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `download_tokens` ADD `is_granted` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `rights` ADD `grant_reason` text;--> statement-breakpoint
ALTER TABLE `products` ADD `is_free` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `products` ADD `given` integer DEFAULT 0 NOT NULL;