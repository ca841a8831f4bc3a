CREATE TABLE `refunds` (
	`reference` text PRIMARY KEY NOT NULL,
	`reference_secret` text NOT NULL,
	`order_id` text NOT NULL,
	`payer` text NOT NULL,
	`lamports` integer NOT NULL,
	`closes` integer DEFAULT false NOT NULL,
	`built_transaction` text NOT NULL,
	`built_at` integer NOT NULL,
	`last_valid_block_height` integer NOT NULL,
	`signature` text,
	`refunded_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_one_open` ON `refunds` (`order_id`) WHERE signature IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_one_signature` ON `refunds` (`signature`) WHERE signature IS NOT NULL;--> statement-breakpoint
ALTER TABLE `ledger` ADD `payer` text;