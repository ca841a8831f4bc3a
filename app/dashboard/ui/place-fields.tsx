import type { DashboardPlace } from "../rules/place";

/** Keeps the place in a form that is sent by GET. */
export function PlaceFields({ place }: { place: DashboardPlace }) {
  return Object.entries(place).map(
    ([name, value]) =>
      value !== null && <input key={name} type="hidden" name={name} value={value} />,
  );
}
