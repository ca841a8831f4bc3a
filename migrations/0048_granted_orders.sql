ALTER TABLE `orders` ADD `grant_reason` text;--> statement-breakpoint
CREATE TRIGGER `order_granted`
AFTER UPDATE OF `grant_reason` ON `orders`
WHEN new.grant_reason IS NOT old.grant_reason
BEGIN
	UPDATE rights SET grant_reason = new.grant_reason WHERE order_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `order_granted_by_old_version`
AFTER UPDATE OF `status`, `paid_lamports` ON `orders`
WHEN (new.status = 'paid' AND new.paid_lamports = 0) <> (new.grant_reason IS NOT NULL)
BEGIN
	UPDATE orders SET grant_reason = CASE WHEN new.status = 'paid' AND new.paid_lamports = 0 THEN 'fork' END
	WHERE id = new.id;
END;
--> statement-breakpoint
UPDATE `orders` SET `grant_reason` = 'fork' WHERE `status` = 'paid' AND `paid_lamports` = 0;
