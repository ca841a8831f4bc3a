ALTER TABLE `orders` ADD `guest_secret_hash` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `guest_wallet` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `guest_signature` text;--> statement-breakpoint
CREATE UNIQUE INDEX `orders_one_open_of_guest` ON `orders` (`guest_secret_hash`,`product_id`) WHERE guest_secret_hash IS NOT NULL AND status IN ('pending', 'awaiting');--> statement-breakpoint
CREATE INDEX `orders_by_guest` ON `orders` (`guest_secret_hash`,`product_id`) WHERE guest_secret_hash IS NOT NULL;