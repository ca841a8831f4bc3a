CREATE TABLE `share_payments` (
	`reference` text PRIMARY KEY NOT NULL,
	`reference_secret` text NOT NULL,
	`order_id` text NOT NULL,
	`legs` text NOT NULL,
	`built_transaction` text NOT NULL,
	`built_at` integer NOT NULL,
	`last_valid_block_height` integer NOT NULL,
	`signature` text,
	`completed_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `share_payments_by_order` ON `share_payments` (`order_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `share_payments_one_open` ON `share_payments` (`order_id`) WHERE signature IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `share_payments_one_signature` ON `share_payments` (`signature`) WHERE signature IS NOT NULL;