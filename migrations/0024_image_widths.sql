ALTER TABLE `products` ADD `cover_width` integer;--> statement-breakpoint
ALTER TABLE `products` ADD `cover_small_width` integer;--> statement-breakpoint
ALTER TABLE `products` ADD `image_width` integer;--> statement-breakpoint
ALTER TABLE `products` ADD `image_small_width` integer;--> statement-breakpoint
-- Stored pairs of sizes get their widths as `widthsOf` decides for new ones. Of the animations, the
-- table tells GIF images alone; in the other formats a browser has sent one frame.
UPDATE `products` SET (`cover_width`, `cover_small_width`) = (
  SELECT large.width, small.width FROM `media` AS large, `media` AS small
  WHERE large.id = `products`.cover_media_id AND small.id = `products`.cover_small_media_id
    AND large.content_type <> 'image/gif' AND small.width < large.width
    AND abs(large.width * small.height - large.height * small.width) <= large.width + large.height
) WHERE cover_small_media_id <> '';
--> statement-breakpoint
UPDATE `products` SET (`image_width`, `image_small_width`) = (
  SELECT large.width, small.width FROM `media` AS large, `media` AS small
  WHERE large.id = `products`.image_media_id AND small.id = `products`.image_small_media_id
    AND large.content_type <> 'image/gif' AND small.width < large.width
    AND abs(large.width * small.height - large.height * small.width) <= large.width + large.height
) WHERE image_small_media_id <> '';
