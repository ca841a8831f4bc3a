CREATE TABLE `receipt_numbers` (
	`order_id` text PRIMARY KEY NOT NULL,
	`number` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `receipt_numbers_number_unique` ON `receipt_numbers` (`number`);--> statement-breakpoint
CREATE TABLE `withdrawals` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text,
	`owner_uid` text,
	`proof` text,
	`name` text NOT NULL,
	`contract` text NOT NULL,
	`contact` text NOT NULL,
	`locale` text NOT NULL,
	`declared_at` integer NOT NULL,
	`hash` text NOT NULL,
	`statement` text,
	`secret_hash` text NOT NULL,
	`address_key` text,
	`refused_at` integer,
	`refusal` text,
	`answered_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `withdrawals_secret_hash_unique` ON `withdrawals` (`secret_hash`);--> statement-breakpoint
CREATE INDEX `withdrawals_by_order` ON `withdrawals` (`order_id`) WHERE order_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `withdrawals_by_owner` ON `withdrawals` (`owner_uid`) WHERE proof IS NOT NULL;--> statement-breakpoint
CREATE INDEX `withdrawals_unproved` ON `withdrawals` (`declared_at`) WHERE proof IS NULL;--> statement-breakpoint
ALTER TABLE `messages` ADD `notice_order_id` text;--> statement-breakpoint
CREATE UNIQUE INDEX `messages_notice_order_id_unique` ON `messages` (`notice_order_id`);