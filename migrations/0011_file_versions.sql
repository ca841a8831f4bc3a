ALTER TABLE `purchases` ADD `file_key` text;--> statement-breakpoint
CREATE INDEX `purchases_by_file` ON `purchases` (`file_key`) WHERE revoked_at IS NULL;--> statement-breakpoint
ALTER TABLE `files` ADD `note` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `files` ADD `replaced_at` integer;--> statement-breakpoint
ALTER TABLE `files` ADD `purge_check_at` integer;--> statement-breakpoint
CREATE INDEX `files_to_check` ON `files` (`purge_check_at`) WHERE status = 'replaced';--> statement-breakpoint
ALTER TABLE `products` ADD `file_updated_at` integer;--> statement-breakpoint
-- No file was ever replaced: every purchase is of the file that its product has now.
UPDATE `purchases` SET `file_key` = (SELECT `file_key` FROM `products` WHERE `products`.`id` = `purchases`.`product_id`);
