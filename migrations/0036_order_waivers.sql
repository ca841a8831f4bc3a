ALTER TABLE `orders` ADD `waiver_version` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `waived_at` integer;