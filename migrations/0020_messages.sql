CREATE TABLE `messages` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`thread_id` text NOT NULL,
	`by_seller` integer DEFAULT false NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`thread_id`) REFERENCES `threads`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `messages_id_unique` ON `messages` (`id`);--> statement-breakpoint
CREATE INDEX `messages_by_thread` ON `messages` (`thread_id`,`seq`);--> statement-breakpoint
CREATE TABLE `threads` (
	`id` text PRIMARY KEY NOT NULL,
	`product_id` text NOT NULL,
	`owner_uid` text NOT NULL,
	`buyer_uid` text NOT NULL,
	`title` text NOT NULL,
	`unpaid` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`message_count` integer DEFAULT 0 NOT NULL,
	`last_message_id` text DEFAULT '' NOT NULL,
	`last_at` integer NOT NULL,
	`last_by_seller` integer DEFAULT false NOT NULL,
	`consecutive` integer DEFAULT 0 NOT NULL,
	`owner_unread` integer DEFAULT 0 NOT NULL,
	`buyer_unread` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `threads_one_of_product` ON `threads` (`buyer_uid`,`product_id`);--> statement-breakpoint
CREATE INDEX `threads_by_owner` ON `threads` (`owner_uid`,`last_at`);--> statement-breakpoint
CREATE INDEX `threads_by_buyer` ON `threads` (`buyer_uid`,`last_at`);--> statement-breakpoint
CREATE INDEX `threads_unread_by_owner` ON `threads` (`owner_uid`) WHERE owner_unread > 0;--> statement-breakpoint
CREATE INDEX `threads_unread_by_buyer` ON `threads` (`buyer_uid`) WHERE buyer_unread > 0;--> statement-breakpoint
CREATE INDEX `threads_unpaid_by_buyer` ON `threads` (`buyer_uid`,`created_at`) WHERE unpaid = 1;--> statement-breakpoint
CREATE INDEX `threads_unpaid_of_product` ON `threads` (`product_id`,`created_at`) WHERE unpaid = 1;