CREATE TABLE `rights` (
	`order_id` text NOT NULL,
	`product_id` text NOT NULL,
	`uid` text NOT NULL,
	`release_id` text,
	`created_at` integer NOT NULL,
	`revoked_at` integer,
	PRIMARY KEY(`order_id`, `product_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `rights_by_person` ON `rights` (`uid`,`product_id`,`revoked_at`);--> statement-breakpoint
CREATE TRIGGER `purchase_added`
AFTER INSERT ON `purchases`
BEGIN
	INSERT INTO rights (order_id, product_id, uid, created_at, revoked_at)
	VALUES (new.order_id, new.product_id, new.uid, new.created_at, new.revoked_at)
	ON CONFLICT (order_id, product_id) DO NOTHING;
	UPDATE rights SET uid = new.uid, created_at = new.created_at, revoked_at = new.revoked_at
	WHERE order_id = new.order_id AND (uid <> new.uid OR created_at <> new.created_at
		OR revoked_at IS NOT new.revoked_at);
END;
--> statement-breakpoint
CREATE TRIGGER `purchase_changed`
AFTER UPDATE OF `uid`, `order_id`, `revoked_at` ON `purchases`
BEGIN
	INSERT INTO rights (order_id, product_id, uid, created_at, revoked_at)
	VALUES (new.order_id, new.product_id, new.uid, new.created_at, new.revoked_at)
	ON CONFLICT (order_id, product_id) DO NOTHING;
	UPDATE rights SET uid = new.uid, created_at = new.created_at, revoked_at = new.revoked_at
	WHERE order_id = new.order_id AND (uid <> new.uid OR created_at <> new.created_at
		OR revoked_at IS NOT new.revoked_at);
END;
--> statement-breakpoint
CREATE TRIGGER `order_buyer_changed`
AFTER UPDATE OF `buyer_uid` ON `orders`
WHEN new.buyer_uid IS NOT NULL AND new.buyer_uid IS NOT old.buyer_uid
BEGIN
	UPDATE rights SET uid = new.buyer_uid WHERE order_id = new.id AND uid <> new.buyer_uid;
END;
