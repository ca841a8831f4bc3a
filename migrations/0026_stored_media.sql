CREATE TABLE `unnamed_media` (
	`key` text PRIMARY KEY NOT NULL,
	`since` integer NOT NULL,
	`owner_uid` text,
	`size_bytes` integer
);
--> statement-breakpoint
CREATE INDEX `unnamed_media_by_time` ON `unnamed_media` (`since`);--> statement-breakpoint
CREATE INDEX `unnamed_media_by_owner` ON `unnamed_media` (`owner_uid`) WHERE owner_uid IS NOT NULL;--> statement-breakpoint
CREATE TABLE `removed_orders` (
	`reference` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE `files` ADD `verifying_until` integer;--> statement-breakpoint
ALTER TABLE `media` ADD `size_bytes` integer;