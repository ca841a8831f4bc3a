ALTER TABLE `products` ADD `share_key` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `products` ADD `share_media_id` text DEFAULT '' NOT NULL;