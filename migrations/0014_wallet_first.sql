CREATE TABLE `payer_penalties` (
	`wallet` text PRIMARY KEY NOT NULL,
	`failures` integer NOT NULL,
	`last_at` integer NOT NULL,
	`ends_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `presigned_rests` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`product_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`ends_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `presigned_rests_by_product` ON `presigned_rests` (`product_id`,`ends_at`);--> statement-breakpoint
CREATE TABLE `stock_line` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`product_id` text NOT NULL,
	`order_id` text NOT NULL,
	`uid` text NOT NULL,
	`wallet` text NOT NULL,
	`signed_transaction` text NOT NULL,
	`signature` text NOT NULL,
	`last_valid_block_height` integer NOT NULL,
	`ends_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stock_line_order_id_unique` ON `stock_line` (`order_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `stock_line_uid_unique` ON `stock_line` (`uid`);--> statement-breakpoint
CREATE UNIQUE INDEX `stock_line_wallet_unique` ON `stock_line` (`wallet`);--> statement-breakpoint
CREATE INDEX `stock_line_by_product` ON `stock_line` (`product_id`,`id`);--> statement-breakpoint
ALTER TABLE `orders` ADD `built_form` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `offered_blockhash` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `offered_last_valid_block_height` integer;--> statement-breakpoint
CREATE INDEX `orders_holding_product` ON `orders` (`product_id`) WHERE hold = 'held';