/**
 * `npm run test:long`: every test as `npm test` runs them, but with whole products (language, theme,
 * width) where the default run takes pairs, such as axe on every page, and with an upload of 1,024 MB. About
 * 20 minutes on two cores. Arguments go to vitest.
 */
process.env.TEST_LONG = "1";
await import("./test");
