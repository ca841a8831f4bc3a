CREATE TABLE `followed_orders` (
	`order_id` text PRIMARY KEY NOT NULL,
	`uid` text NOT NULL,
	`address` text NOT NULL,
	`ends_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `followed_orders_by_uid` ON `followed_orders` (`uid`,`ends_at`);--> statement-breakpoint
CREATE INDEX `followed_orders_by_address` ON `followed_orders` (`address`,`ends_at`);--> statement-breakpoint
CREATE INDEX `followed_orders_by_end` ON `followed_orders` (`ends_at`);