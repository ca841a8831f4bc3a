-- Pictures of links to products without a cover were drawn without its generated one. The next edit
-- draws another, and removes the file by its key.
UPDATE `products` SET `share_media_id` = '' WHERE `cover_media_id` = '' AND `share_media_id` <> '';
