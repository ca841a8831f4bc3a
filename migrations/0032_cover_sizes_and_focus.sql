ALTER TABLE `products` ADD `cover_shown_width` integer;--> statement-breakpoint
ALTER TABLE `products` ADD `cover_shown_height` integer;--> statement-breakpoint
ALTER TABLE `products` ADD `image_shown_width` integer;--> statement-breakpoint
ALTER TABLE `products` ADD `image_shown_height` integer;--> statement-breakpoint
ALTER TABLE `products` ADD `cover_focus_x` integer;--> statement-breakpoint
ALTER TABLE `products` ADD `cover_focus_y` integer;
--> statement-breakpoint
-- Stored images get the size of their large file. Where the small one, which browsers made upright, has
-- its sides the other way round, the orientation of the large one turns it.
UPDATE `products` SET (`cover_shown_width`, `cover_shown_height`) = (
  SELECT iif(small.id IS NOT NULL AND abs(large.width * small.width - large.height * small.height)
      < abs(large.width * small.height - large.height * small.width), large.height, large.width),
    iif(small.id IS NOT NULL AND abs(large.width * small.width - large.height * small.height)
      < abs(large.width * small.height - large.height * small.width), large.width, large.height)
  FROM `media` AS large LEFT JOIN `media` AS small ON small.id = `products`.cover_small_media_id
  WHERE large.id = `products`.cover_media_id
) WHERE cover_media_id <> '';
--> statement-breakpoint
UPDATE `products` SET (`image_shown_width`, `image_shown_height`) = (
  SELECT iif(small.id IS NOT NULL AND abs(large.width * small.width - large.height * small.height)
      < abs(large.width * small.height - large.height * small.width), large.height, large.width),
    iif(small.id IS NOT NULL AND abs(large.width * small.width - large.height * small.height)
      < abs(large.width * small.height - large.height * small.width), large.width, large.height)
  FROM `media` AS large LEFT JOIN `media` AS small ON small.id = `products`.image_small_media_id
  WHERE large.id = `products`.image_media_id
) WHERE image_media_id <> '';
