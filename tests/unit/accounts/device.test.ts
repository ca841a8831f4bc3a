import { expect, test } from "vitest";
import { readDevice } from "../../../app/accounts/rules/device";

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";
const IOS = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15";

test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/130.0.0.0 Safari/537.36`,
    "Chrome Windows",
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/130.0.0.0 Safari/537.36 Edg/130.0`,
    "Edge Windows",
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541) ${WEBKIT} Chrome/130.0 Safari/537.36`, "Chrome ChromeOS"],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S911B) ${WEBKIT} SamsungBrowser/25.0 Chrome/121.0 Mobile Safari/537.36`,
    "Samsung Internet Android",
  ],
  [`Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/130.0 Safari/537.36 OPR/115.0`, "Opera Windows"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", "Firefox Linux"],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15",
    "Safari macOS",
  ],
  [`${IOS} (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1`, "Safari iPhone"],
  [`${IOS} (KHTML, like Gecko) CriOS/130.0 Mobile/15E148 Safari/604.1`, "Chrome iPhone"],
  ["curl/8.5.0", "null null"],
  ["", "null null"],
])("%s is %s", (userAgent, words) => {
  const { browser, system } = readDevice(userAgent);
  expect(`${browser} ${system}`).toBe(words);
});
