ALTER TABLE `orders` RENAME COLUMN `next_look_at` TO `next_poll_at`;--> statement-breakpoint
ALTER TABLE `orders` RENAME COLUMN `signature_hint` TO `suggested_signature`;--> statement-breakpoint
ALTER TABLE `ledger` RENAME COLUMN `turn` TO `occurrence`;--> statement-breakpoint
UPDATE `ledger` SET `kind` = replace(`kind`, 'vanished', 'rolled_back') WHERE `kind` LIKE '%vanished';--> statement-breakpoint
UPDATE `orders` SET `review_reason` = 'rolled_back' WHERE `review_reason` = 'vanished';
