import { Form, useSearchParams, useSubmit } from "@remix-run/react";

const CONTROL =
  "min-h-11 w-full rounded-full border border-line-2 bg-card px-4 text-base text-ink placeholder:text-ink-3 hover:border-ink";

const TYPES = [
  ["", "All types"],
  ["ebook", "Ebook"],
  ["template", "Template"],
  ["musique", "Music"],
  ["photo", "Photo"],
  ["autre", "Other"],
] as const;

const SORTS = [
  ["recent", "Newest"],
  ["price-asc", "Price: low to high"],
  ["price-desc", "Price: high to low"],
  ["popular", "Most popular"],
] as const;

export function FilterForm() {
  const [search] = useSearchParams();
  const submit = useSubmit();
  return (
    <Form action="/shop" role="search" onChange={(event) => submit(event.currentTarget)}>
      <div className="grid grid-cols-2 gap-2 nav:grid-cols-[minmax(0,1fr)_11rem_9.5rem_9.5rem_12rem] sm:grid-cols-4 sm:gap-3">
        <div className="relative col-span-full nav:col-span-1 min-w-0">
          <label htmlFor="q" className="sr-only">
            Search products
          </label>
          <input
            id="q"
            type="search"
            name="q"
            placeholder="Search a title, a word…"
            defaultValue={search.get("q") ?? ""}
            className={CONTROL}
          />
        </div>
        <div className="min-w-0">
          <label htmlFor="type" className="sr-only">
            Type
          </label>
          <select
            id="type"
            name="type"
            defaultValue={search.get("type") ?? ""}
            className={`${CONTROL} truncate`}
          >
            {TYPES.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </div>
        <PriceField name="min" label="Minimum price (SOL)" placeholder="Min price" />
        <PriceField name="max" label="Maximum price (SOL)" placeholder="Max price" />
        <div className="min-w-0 max-sm:col-start-2 max-sm:row-start-2">
          <label htmlFor="sort" className="sr-only">
            Sort by
          </label>
          <select
            id="sort"
            name="sort"
            defaultValue={search.get("sort") ?? "recent"}
            className={`${CONTROL} truncate`}
          >
            {SORTS.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </div>
      </div>
    </Form>
  );
}

function PriceField(props: { name: string; label: string; placeholder: string }) {
  const [search] = useSearchParams();
  const { name, label, placeholder } = props;
  return (
    <div className="relative min-w-0">
      <label htmlFor={name} className="sr-only">
        {label}
      </label>
      <input
        id={name}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        name={name}
        placeholder={placeholder}
        defaultValue={search.get(name) ?? ""}
        className={`${CONTROL} pr-12`}
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-4 -translate-y-1/2 font-semibold text-ink-3 text-xs"
      >
        SOL
      </span>
    </div>
  );
}
