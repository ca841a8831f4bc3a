CREATE TABLE `product_pictures` (
	`product_id` text NOT NULL,
	`position` integer NOT NULL,
	`key` text NOT NULL,
	`media_id` text NOT NULL,
	`small_media_id` text DEFAULT '' NOT NULL,
	`width` integer,
	`small_width` integer,
	`shown_width` integer,
	`shown_height` integer,
	PRIMARY KEY(`product_id`, `position`)
);
--> statement-breakpoint
CREATE TABLE `product_samples` (
	`product_id` text PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`media_id` text NOT NULL,
	`kind` text NOT NULL,
	`content_type` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`name` text NOT NULL,
	`shown_width` integer,
	`shown_height` integer,
	`created_at` integer NOT NULL
);
