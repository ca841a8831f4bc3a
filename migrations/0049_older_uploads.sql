-- An older Worker knows one upload of a product and no release that is prepared. Where it publishes such an upload or
-- gives it up, the prepared release ends, and what is left of it is as that Worker would have written it.
CREATE TRIGGER `prepared_file_published`
AFTER UPDATE OF `file_key` ON `products`
WHEN new.file_key IS NOT old.file_key AND new.release_id IS old.release_id
BEGIN
	UPDATE files SET in_release = NULL
	WHERE key IN (SELECT m.file_key FROM release_files m JOIN releases r ON r.id = m.release_id
			WHERE r.product_id = new.id AND r.published_at IS NULL)
		AND NOT EXISTS (SELECT 1 FROM release_files m JOIN releases r ON r.id = m.release_id
			WHERE m.file_key = files.key AND r.published_at IS NOT NULL);
	DELETE FROM release_files WHERE release_id IN (
		SELECT id FROM releases WHERE product_id = new.id AND published_at IS NULL);
	DELETE FROM releases WHERE product_id = new.id AND published_at IS NULL;
	-- It must not remove what a release holds: it asks the first file of purchases alone.
	UPDATE files SET purge_check_at = NULL WHERE key = old.file_key AND in_release = 1;
END;
--> statement-breakpoint
CREATE TRIGGER `prepared_file_removed`
AFTER DELETE ON `files`
WHEN old.status = 'uploading' AND old.in_release IS NOT NULL
	AND EXISTS (SELECT 1 FROM release_files m JOIN releases r ON r.id = m.release_id
		WHERE m.file_key = old.key AND r.published_at IS NULL)
BEGIN
	UPDATE files SET in_release = NULL
	WHERE product_id = old.product_id AND status = 'uploading';
	DELETE FROM release_files WHERE release_id IN (
		SELECT id FROM releases WHERE product_id = old.product_id AND published_at IS NULL);
	DELETE FROM releases WHERE product_id = old.product_id AND published_at IS NULL;
END;
