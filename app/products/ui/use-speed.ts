import { useEffect, useRef, useState } from "react";

/** The speed is the average over this time, in ms: steady enough to read, quick enough to believe. */
const WINDOW_MS = 5_000;
const EVERY_MS = 500;

/** Bytes a second over the last seconds; 0 while nothing can be said. */
export function useSpeed(sentBytes: number, active: boolean): number {
  const [speed, setSpeed] = useState(0);
  const sent = useRef(sentBytes);
  sent.current = sentBytes;
  useEffect(() => {
    setSpeed(0);
    if (!active) return;
    const samples = [{ at: performance.now(), bytes: sent.current }];
    const timer = setInterval(() => {
      const now = { at: performance.now(), bytes: sent.current };
      samples.push(now);
      while (samples.length > 2 && now.at - (samples[0]?.at ?? now.at) > WINDOW_MS) samples.shift();
      const [first = now] = samples;
      setSpeed((1_000 * (now.bytes - first.bytes)) / (now.at - first.at));
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [active]);
  return speed;
}
