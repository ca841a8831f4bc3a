ALTER TABLE `users` ADD `plan_read_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `plan_tried_at` integer;