ALTER TABLE `unnamed_media` ADD `of_deleted` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `favourites_by_product` ON `favourites` (`product_id`);