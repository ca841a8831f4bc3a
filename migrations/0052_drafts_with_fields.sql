ALTER TABLE `products` ADD `draft_fields` text;--> statement-breakpoint
CREATE INDEX `drafts_by_owner` ON `products` (`owner_uid`,`updated_at`) WHERE status = 'draft';--> statement-breakpoint
CREATE INDEX `drafts_with_fields_by_time` ON `products` (`updated_at`) WHERE draft_fields IS NOT NULL;--> statement-breakpoint
-- The fields of such a draft may be incomplete. An older Worker does not know of them, and would put it on sale with its
-- last file.
CREATE TRIGGER `draft_with_fields_published`
BEFORE UPDATE OF `status` ON `products`
WHEN new.status <> 'draft' AND new.draft_fields IS NOT NULL
BEGIN
	SELECT RAISE(ABORT, 'a draft with fields is not on sale');
END;
